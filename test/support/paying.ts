// Shared by the payment tests: valid requests, the real bank behind the shop, and a payment in every possible state.
import assert from 'node:assert/strict'
import type { Answer, Client } from '#testing/client.ts'
import { type BankFact, testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { until } from './expect.ts'

/** Well-known sandbox numbers. */
export const APPROVED = '4242424242424242'
export const DECLINED = '4000000000000002'
export const CHALLENGED = '4000003800000446'
export const REVIEWED = '4000000000009235'
export const LATER = '4000000000003055'

export const sale = { amount: 1000, currency: 'EUR' }

/** A shop at the real bank. */
export async function payingShop(env: Readonly<Record<string, string>> = {}): Promise<Shop> {
  return harness({ env: { ...(await testBank()).env, ...env } })
}

/** Creates and confirms in one step. */
export function pay(client: Client, card_number: string, body: object = {}): Promise<Answer> {
  return client.post('/payments', { ...sale, confirm: true, ...withCard(card_number), ...body })
}

/** The answer must be a payment with this status. */
export function assertStatus(answer: Answer, status: string): void {
  assert.equal(`${answer.status} ${answer.body?.status}`, `200 ${status}`, answer.text)
}

/** The bank's effects for this payment, in order. */
export async function facts(payment_id: string): Promise<[effect: string, amount: number][]> {
  const log: BankFact[] = await (await testBank()).log()
  return log
    .filter((fact) => fact.reference === payment_id)
    .map((fact) => [fact.effect, fact.amount])
}

/** Events about this payment, in order. */
export async function reported(shop: Shop, payment_id: string): Promise<string[]> {
  const rows = await shop.services.db.run(
    'select event_type from events where object_id = $1 and merchant_id = $2 order by sequence',
    [payment_id, shop.merchant.merchant_id],
  )
  return rows.map((row) => (row as { event_type: string }).event_type)
}

export type Choice = 'approve' | 'decline' | 'abandon'

/** Chooses on the bank's page, as a browser would, and does not go back to the shop. */
export async function choose(payment: Answer, choice: Choice): Promise<Response> {
  return fetch(payment.body.next_action.redirect_to_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `choice=${choice}`,
  })
}

/** Chooses on the page, goes back through the processor, and reads the payment. */
export async function finish(client: Client, payment: Answer, choice: Choice): Promise<Answer> {
  assertStatus(payment, 'requires_action')
  const chosen = await choose(payment, choice)
  assert.equal(chosen.status, 303)
  const back = await fetch(chosen.headers.get('Location') ?? '', { redirect: 'manual' })
  assert.ok(back.status === 200 || back.status === 303, `the way back answered ${back.status}`)
  return client.get(`/payments/${payment.body.payment_id}`)
}

/** Settles pending operations at the bank's desk, and waits until the shop has received the event. */
export async function settle(
  shop: Shop,
  payment_id: string,
  outcome: 'approved' | 'declined',
): Promise<Answer> {
  const path = `/payments/${payment_id}`
  const before = await shop.get(path)
  const rows = await shop.services.db.run(
    `select operation_id from operations where merchant_id = $1 and object_id = $2
      order by created desc limit 1`,
    [shop.merchant.merchant_id, payment_id],
  )
  const { operation_id } = rows[0] as { operation_id: string }
  const bank = await testBank()
  const done = await bank.desk('POST', `/operations/${operation_id}/settle`, { outcome })
  assert.equal(done.status, 200)
  await until(async () => (await shop.get(path)).body.status !== before.body.status)
  return shop.get(path)
}

/** Steps that bring a payment into each state. */
const arrangements: Readonly<Record<string, (client: Client, body: object) => Promise<Answer>>> = {
  requires_payment_method: (client, body) => client.post('/payments', { ...sale, ...body }),
  requires_confirmation: (client, body) =>
    client.post('/payments', { ...sale, ...withCard(), ...body }),
  requires_action: (client, body) => pay(client, CHALLENGED, body),
  requires_merchant_action: (client, body) => pay(client, REVIEWED, body),
  processing: (client, body) => pay(client, LATER, body),
  requires_capture: (client, body) => pay(client, APPROVED, { capture_method: 'manual', ...body }),
  partially_captured_and_capturable: async (client, body) => {
    const held = await pay(client, APPROVED, { capture_method: 'manual_multiple', ...body })
    return client.post(`/payments/${held.body.payment_id}/capture`, { amount_to_capture: 400 })
  },
  partially_captured: async (client, body) => {
    const part = await arrange(client, 'partially_captured_and_capturable', body)
    return client.post(`/payments/${part.body.payment_id}/cancel`, {})
  },
  succeeded: (client, body) => pay(client, APPROVED, body),
  failed: (client, body) => pay(client, DECLINED, body),
  cancelled: async (client, body) => {
    const made = await client.post('/payments', { ...sale, ...body })
    return client.post(`/payments/${made.body.payment_id}/cancel`, {})
  },
}

export const statuses: readonly string[] = Object.keys(arrangements)

/** A payment in this state, by real requests only. */
export async function arrange(client: Client, status: string, body: object = {}): Promise<Answer> {
  const answer = await arrangements[status]?.(client, body)
  assert.ok(answer, `no way to ${status} is known`)
  assertStatus(answer, status)
  return answer
}

/** Number of payments that the merchant has. */
export async function paymentCount(client: Client): Promise<number> {
  return (await client.get('/payments/list?limit=1')).body.total_count as number
}
