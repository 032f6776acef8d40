// Shared by the dispute tests: disputed payments, and the other side's decisions.
import assert from 'node:assert/strict'
import type { Answer, Client } from '#testing/client.ts'
import { testBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'
import { until } from './expect.ts'
import { pay } from './paying.ts'

/** Cards whose payments are disputed. */
export const FRAUDULENT = '4000000000000259'
export const NOT_RECEIVED = '4000000000002685'
export const INQUIRY = '4000000000001976'

/** A dispute opens this much after its payment, and so does a verdict after its evidence: `delayBank(DISPUTE_DELAY_MS)`. */
export const DISPUTE_DELAY_MS = 300

/** A disputed payment, as soon as the shop has received the event. */
export async function disputed(
  shop: Client & Pick<Shop, 'merchant'>,
  card = FRAUDULENT,
  body: object = {},
): Promise<Answer> {
  const { profile_id } = shop.merchant
  const paid = await pay(shop, card, { profile_id, ...body })
  assert.equal(paid.body.status, 'succeeded', paid.text)
  const path = `/disputes/list?payment_id=${paid.body.payment_id}`
  await until(async () => (await shop.get(path)).body.count > 0)
  const { dispute_id } = (await shop.get(path)).body.data[0]
  return shop.get(`/disputes/${dispute_id}`)
}

/** The other side acts; resolves when the shop has received the event. */
export async function decide(
  shop: Shop,
  { body: dispute }: Answer,
  decision: 'withdraw' | 'win' | 'lose' | 'escalate',
  status: string,
): Promise<Answer> {
  const { connector_dispute_id: id } = dispute
  const done = await (await testBank()).desk('POST', `/disputes/${id}/decide`, { decision })
  assert.equal(done.status, 200, await done.text())
  return waitForStatus(shop, dispute.dispute_id, status)
}

export async function waitForStatus(
  shop: Shop,
  dispute_id: string,
  status: string,
): Promise<Answer> {
  const path = `/disputes/${dispute_id}`
  await until(async () => (await shop.get(path)).body.status === status)
  return shop.get(path)
}

/** Any evidence will do. */
export function challenge(shop: Shop, dispute_id: string, body: object = {}): Promise<Answer> {
  return shop.post('/disputes/evidence', { dispute_id, customer_name: 'Ada King', ...body })
}

/** Brings a dispute to each status, by real requests only. */
export const arrangements: Readonly<Record<string, (shop: Shop) => Promise<Answer>>> = {
  dispute_opened: (shop) => disputed(shop),
  dispute_challenged: async (shop) => {
    const { body } = await disputed(shop)
    await challenge(shop, body.dispute_id)
    return shop.get(`/disputes/${body.dispute_id}`)
  },
  dispute_accepted: async (shop) => {
    const { body } = await disputed(shop)
    return shop.post(`/disputes/accept/${body.dispute_id}`)
  },
  dispute_cancelled: async (shop) =>
    decide(shop, await disputed(shop), 'withdraw', 'dispute_cancelled'),
  dispute_won: async (shop) => {
    const { body } = await disputed(shop)
    await challenge(shop, body.dispute_id, { uncategorized_text: 'winning_evidence' })
    return waitForStatus(shop, body.dispute_id, 'dispute_won')
  },
  dispute_lost: async (shop) => {
    const { body } = await disputed(shop)
    await challenge(shop, body.dispute_id, { uncategorized_text: 'losing_evidence' })
    return waitForStatus(shop, body.dispute_id, 'dispute_lost')
  },
}

/** The bank takes the same evidence again under the same id, and refuses any other. */
export async function assertReceived(
  shop: Shop,
  dispute_id: string,
  evidence: object,
): Promise<void> {
  const [row] = await shop.services.db.run<{ operation_id: string; connector_dispute_id: string }>(
    `select operation_id, connector_dispute_id from operations
     join disputes on dispute_id = object_id and disputes.merchant_id = operations.merchant_id
     where object_id = $1 and kind = 'answer' order by operations.created desc limit 1`,
    [dispute_id],
  )
  assert.ok(row)
  const body = { submission_id: row.operation_id, ...evidence }
  const path = `/disputes/${row.connector_dispute_id}/evidence`
  const bank = await testBank()
  assert.equal((await bank.desk('POST', path, body)).status, 200)
  const other = { ...body, texts: { customer_name: 'Somebody else' } }
  assert.notEqual((await bank.desk('POST', path, other)).status, 200)
}
