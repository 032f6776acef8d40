import { withCard } from '#testing/payment_body.ts'

/** The customers' cards, as numbers that the sandbox bank knows. */
const cards = {
  'a card that works': '4242424242424242',
  'another card that works': '5555555555554444',
  'a card that is declined': '4000000000000002',
  'a card that is declined when the customer is absent': '4000000000000341',
  'a card that needs authentication when the customer is absent': '4000000000003097',
  'a card that always needs authentication': '4000003800000446',
  'a card that answers later': '4000000000003055',
  'a card that expires in June 2027': '4111111111111111',
} as const

export type CardName = keyof typeof cards

const expiry: Partial<Record<CardName, object>> = {
  'a card that expires in June 2027': { card_exp_month: '06', card_exp_year: '2027' },
}

/** As a request sends it, with the billing address. */
export function cardNamed(name: CardName) {
  return withCard(cards[name], expiry[name])
}
