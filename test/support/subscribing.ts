// Shared by the subscription interface tests: valid requests, and a subscription in every state.
import assert from 'node:assert/strict'
import { DAY_MS } from '#kernel/clock.ts'
import { systemContext } from '#kernel/context.ts'
import { settlePayment } from '#resources/billing/subscriptions/settle.ts'
import { type Answer, Client, type Sending } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { until } from './expect.ts'
import { APPROVED, CHALLENGED, type Choice, choose, DECLINED } from './paying.ts'

/** It approves the first payment and declines every renewal. */
export const DECLINED_LATER = '4000000000000341'

/** It needs 3-D Secure, whenever it is charged. */
export const AUTHENTICATED = '4000000000003063'

/** It needs 3-D Secure when the customer is absent. */
export const AUTHENTICATED_LATER = '4000000000003097'

export const return_url = 'https://shop.example/account'

/** A client that sends X-Profile-Id with every request. */
export class ProfileClient extends Client {
  readonly profile_id: string

  constructor({ base_url, api_key }: Client, profile_id: string) {
    super(base_url, api_key)
    this.profile_id = profile_id
  }

  override send(
    method: string,
    path: string,
    body?: unknown,
    sending: Sending = {},
  ): Promise<Answer> {
    const headers = { 'X-Profile-Id': this.profile_id, ...sending.headers }
    return super.send(method, path, body, { ...sending, headers })
  }
}

export function withProfile(shop: Shop, client: Client = shop): ProfileClient {
  return new ProfileClient(client, shop.merchant.profile_id)
}

let made = 0

/** A plan with one price, by default 1000 EUR a month. */
export async function createPrice(client: Client, price: object = {}) {
  const n = ++made
  const prices = [{ amount: 1000, currency: 'EUR', interval: 'month', ...price }]
  const { status, body, text } = await client.post('/subscriptions/plans', {
    name: `Plan ${n}`,
    prices,
  })
  assert.equal(status, 201, text)
  const plan_id: string = body.plan_id
  const item_price_id: string = body.prices[0].item_price_id
  return { plan_id, item_price_id }
}

export async function createCustomer(client: Client): Promise<string> {
  const { body, text } = await client.post('/customers', { email: 'ada@example.com' })
  assert.ok(body.customer_id, text)
  return body.customer_id
}

/** A create request from a new customer for a new price. */
export async function orderOf(client: Client, price: object = {}) {
  const { item_price_id } = await createPrice(client, price)
  const customer_id = await createCustomer(client)
  return { customer_id, item_price_id, payment_details: { return_url } }
}

/** POST /subscriptions/create must answer 201. */
export async function created(
  client: Client,
  price: object = {},
  more: object = {},
): Promise<Answer> {
  const answer = await client.post('/subscriptions/create', {
    ...(await orderOf(client, price)),
    ...more,
  })
  assert.equal(answer.status, 201, answer.text)
  return answer
}

export const pathOf = (subscription: Answer): string => `/subscriptions/${subscription.body.id}`

export function confirm(client: Client, subscription: Answer, card = APPROVED): Promise<Answer> {
  return client.post(`${pathOf(subscription)}/confirm`, { payment_details: withCard(card) })
}

/** A new subscription that was confirmed with this card. */
export async function subscribed(
  client: Client,
  price: object = {},
  { card = APPROVED, ...more }: { card?: string; coupon_code?: string } = {},
): Promise<Answer> {
  const answer = await confirm(client, await created(client, price, more), card)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** Runs the worker's tasks until then, and one second later. */
export async function pass(shop: Shop, days: number): Promise<void> {
  shop.clock.advance(days * DAY_MS + 1_000)
  await runSweeps(shop)
}

/** More than one month. */
export const MONTH_DAYS = 32

/** Chooses on the bank's page, and waits until the subscription has followed; needs an event pipeline. */
export async function authenticate(
  client: Client,
  subscription: Answer,
  choice: Choice,
): Promise<Answer> {
  const { body } = subscription
  const path = pathOf(subscription)
  const chosen = await choose({ ...subscription, body: body.payment }, choice)
  await fetch(chosen.headers.get('Location') ?? '', { redirect: 'manual' })
  await until(async () => (await client.get(path)).body.status !== body.status)
  return client.get(path)
}

/** Less than the first invoice's amount is captured, and nothing more can be. */
export async function partlyPaid(shop: Shop, client: Client, amount = 400): Promise<Answer> {
  const details = { payment_details: { return_url, capture_method: 'manual' } }
  const made = await confirm(client, await created(client, {}, details))
  const { payment_id } = made.body.payment
  const capture = `/payments/${payment_id}/capture`
  const captured = await client.post(capture, { amount_to_capture: amount })
  assert.equal(captured.status, 200, captured.text)
  await settlePayment(await systemContext(shop.services, shop.merchant.merchant_id), payment_id)
  return client.get(pathOf(made))
}

const trial = { trial_period: 14 }

/** Steps that bring a subscription into each state. */
const arrangements: Readonly<Record<string, (shop: Shop, client: Client) => Promise<Answer>>> = {
  created: (_, client) => created(client),
  active: (_, client) => subscribed(client),
  trial: (_, client) => subscribed(client, trial),
  pending: (_, client) => subscribed(client, {}, { card: CHALLENGED }),
  failed: (_, client) => subscribed(client, {}, { card: DECLINED }),
  unpaid: async (shop, client) => {
    const made = await subscribed(client, {}, { card: DECLINED_LATER })
    await pass(shop, MONTH_DAYS)
    return client.get(pathOf(made))
  },
  paused: async (_, client) =>
    client.post(`${pathOf(await subscribed(client))}/pause`, { pause_option: 'immediately' }),
  cancelled: async (_, client) =>
    client.post(`${pathOf(await subscribed(client))}/cancel`, { cancel_option: 'immediately' }),
  onetime: async (_, client) =>
    client.post(`${pathOf(await subscribed(client))}/cancel`, { cancel_option: 'end_of_term' }),
  in_active: async (shop, client) => {
    const made = await created(client)
    await pass(shop, 1)
    return client.get(pathOf(made))
  },
}

export const statuses: readonly string[] = Object.keys(arrangements)

/** A subscription in this state, by real requests only. */
export async function arrange(shop: Shop, client: Client, status: string): Promise<Answer> {
  const answer = await arrangements[status]?.(shop, client)
  assert.ok(answer, `no way to ${status} is known`)
  assertSubscriptionStatus(answer, status)
  return answer
}

/** The answer must be a subscription with this status. */
export function assertSubscriptionStatus(answer: Answer, status: string, code = 200): void {
  const isCreated = status === 'created' && answer.status === 201
  const expected = isCreated ? 201 : code
  assert.equal(`${answer.status} ${answer.body?.status}`, `${expected} ${status}`, answer.text)
}

/** Events about this subscription, in order. */
export async function reported(shop: Shop, subscription: Answer): Promise<string[]> {
  const rows = await shop.services.db.run(
    'select event_type from events where object_id = $1 and merchant_id = $2 order by sequence',
    [subscription.body.id, shop.merchant.merchant_id],
  )
  return rows.map((row) => (row as { event_type: string }).event_type)
}
