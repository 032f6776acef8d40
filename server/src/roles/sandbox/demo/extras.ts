// Events beside the daily purchases: subscriptions, payment links, payouts, and the open tasks at the end.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { exampleCard } from '#resources/payments/payments/example.ts'
import { billingBody, CARD, cardData, payByCard, type Shop } from './shop.ts'
import { type Person, people, REVIEWED } from './tables.ts'

const APPROVED = exampleCard.card_number
const DECLINED_LATER = '4000000000000341'

const KEY_DAYS = 6

type Step = (shop: Shop) => Promise<unknown>

/** By how far the history is, from 0 to 1. Each happens on the first day at or after that. */
const SCHEDULE: readonly (readonly [at: number, step: Step])[] = [
  [0, (shop) => subscribe(shop, 0, 'beans-monthly', APPROVED)],
  [0, (shop) => subscribe(shop, 8, 'beans-yearly', APPROVED)],
  [0.03, (shop) => paidLink(shop, 'Two tickets for the tasting', 4000)],
  [0.08, (shop) => subscribe(shop, 10, 'beans-monthly', APPROVED)],
  [0.15, (shop) => payOut(shop, 25_000, '3000', 'Green coffee, invoice 1180')],
  [0.25, (shop) => subscribe(shop, 11, 'tasting-monthly', APPROVED)],
  [0.35, (shop) => paidLink(shop, 'Catering deposit', 15_000)],
  [0.4, (shop) => payOut(shop, 18_500, '3000', 'Rent for the roastery')],
  [0.45, (shop) => subscribe(shop, 14, 'beans-monthly', DECLINED_LATER)],
  [0.6, (shop) => subscribe(shop, 17, 'tasting-monthly', APPROVED).then((id) => cancel(shop, id))],
  [0.66, (shop) => payOut(shop, 32_000, '3000', 'Green coffee, invoice 1214')],
  [0.75, (shop) => subscribe(shop, 18, 'beans-monthly', APPROVED).then((id) => pause(shop, id))],
  [0.9, (shop) => payOut(shop, 9_900, '3000', 'Courier')],
  [0.93, (shop) => subscribe(shop, 19, 'tasting-monthly', APPROVED)],
]

/** Steps due between two points in the history, the later one included. */
export function stepsBetween(after: number, until: number): readonly Step[] {
  return SCHEDULE.filter(([at]) => at > after && at <= until).map(([, step]) => step)
}

/** The tasks that the home page shows. */
export async function leaveWork(shop: Shop): Promise<void> {
  const { api, merchant_id } = shop
  const { now } = await api.get('/sandbox/clock')
  await api.post(`/api_keys/${merchant_id}`, {
    name: 'Checkout server',
    scopes: ['payments:read', 'payments:write'],
    expiration: addMs(new Date(now), KEY_DAYS * DAY_MS).toISOString(),
  })
  await payOut(shop, 12_400, '0002', 'Packaging, invoice 88')
  await api.post('/payouts/create', { ...payoutBody(shop, 6_300, '3000'), description: 'Cleaning' })
  for (const [nth, amount] of [24_900, 17_100].entries()) {
    const product = { amount, description: 'Hand grinder, gift wrapped' }
    await payByCard(shop, product, people[nth + 5] as Person, REVIEWED)
  }
  await api.post('/payment_link', {
    ...linkBody(shop, 'Barista course, one place', 14_900),
    link_type: 'recurring',
    usage_limit: 12,
  })
  await api.post('/payment_link', linkBody(shop, 'Repair of an espresso machine', 8_650))
}

async function subscribe(shop: Shop, nth: number, item_price_id: string, card: string) {
  const { api, profiles } = shop
  const person = people[nth] as Person
  const { id } = await api.post(
    '/subscriptions',
    {
      customer_id: person.customer_id,
      item_price_id,
      billing: billingBody(person),
      payment_details: {
        return_url: 'https://shop.example/account',
        ...CARD,
        payment_method_data: cardData(card),
      },
    },
    profiles['Online shop'],
  )
  return id
}

function pause({ api, profiles }: Shop, id: string) {
  const body = { pause_option: 'immediately' }
  return api.post(`/subscriptions/${id}/pause`, body, profiles['Online shop'])
}

function cancel({ api, profiles }: Shop, id: string) {
  const body = { cancel_option: 'end_of_term' }
  return api.post(`/subscriptions/${id}/cancel`, body, profiles['Online shop'])
}

function linkBody({ profiles }: Shop, description: string, amount: number) {
  return { amount, currency: 'EUR', description, profile_id: profiles['Online shop'] }
}

async function paidLink(shop: Shop, description: string, amount: number): Promise<void> {
  const { payment_link_id } = await shop.api.post(
    '/payment_link',
    linkBody(shop, description, amount),
  )
  await shop.api.post(`/pay/${payment_link_id}/payments`, {
    attempt_id: `${payment_link_id}-1`,
    ...CARD,
    payment_method_data: cardData(APPROVED),
    email: 'guest@example.com',
  })
}

/** The last four characters of the account decide the payout's outcome. */
async function payOut(shop: Shop, amount: number, end: string, description: string) {
  const { payout_id } = await shop.api.post('/payouts/create', {
    ...payoutBody(shop, amount, end),
    description,
  })
  await shop.api.post(`/payouts/${payout_id}/fulfill`, {})
}

function payoutBody({ profiles }: Shop, amount: number, end: string) {
  return {
    amount,
    currency: 'EUR',
    profile_id: profiles['Online shop'],
    customer: { id: 'suppliers', name: 'Suppliers', email: 'suppliers@example.com' },
    payout_type: 'bank',
    payout_method_data: {
      bank_transfer: {
        payout_method_type: 'sepa',
        iban: makeIban(`37040044053201${end}`),
        bic: 'COBADEFFXXX',
      },
    },
  }
}

/** A German account with its check digits: 98 less the rest by 97. */
function makeIban(account: string): string {
  const rest = BigInt(`${account}131400`) % 97n
  return `DE${String(98n - rest).padStart(2, '0')}${account}`
}
