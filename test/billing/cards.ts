/** Cards that the sandbox bank knows, by what they do. */
const cards = {
  works: '4242424242424242',
  another: '5555555555554444',
  declined: '4000000000000002',
  without_funds: '4000000000009995',
  stolen: '4000000000009979',
  declined_later: '4000000000000341',
  authenticated: '4000003800000446',
  authenticated_later: '4000000000003097',
  slow: '4000000000003055',
  reviewed: '4000000000009235',
  blocked: '4100000000000019',
  refunded_slowly: '4000000000007726',
} as const

export type CardName = keyof typeof cards

export const cardNames = Object.keys(cards) as CardName[]

export function cardNumber(name: CardName): string {
  return cards[name]
}
