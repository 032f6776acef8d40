// Refunds and disputes share one bound on the payment: the same money never goes back twice. The bank's own log says
// what went back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { withServer } from '#kernel/databases.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { handleDisputeUpdate } from './handle_update.ts'
import { eventually } from '#testing/eventually.ts'

const AMOUNT = 1000

delayBank(300)

/** A paid payment whose callbacks are lost: its disputes are handled when the test says so. */
async function paidShop(): Promise<{ shop: Shop; payment_id: string; operation_id: string }> {
  const shop = await harness({ env: (await testBank()).env })
  shop.services.public_url = 'http://127.0.0.1:9'
  const paid = await shop.post('/payments', paymentBody({ amount: AMOUNT, currency: 'EUR' }))
  assert.equal(paid.body.status, 'succeeded', paid.text)
  const { payment_id } = paid.body
  const [row] = await shop.services.db.run<{ authorization_id: string }>(
    'select authorization_id from payments where payment_id = $1 and merchant_id = $2',
    [payment_id, shop.merchant.merchant_id],
  )
  return { shop, payment_id, operation_id: row?.authorization_id ?? '' }
}

/** Opened at the bank by its desk; the answer is the dispute as the bank reports it. */
async function openAtBank(shop: Shop, operation_id: string, opening: object) {
  const bank = await testBank()
  const opened = await bank.desk('POST', `/operations/${operation_id}/dispute`, opening)
  const { dispute_id } = (await opened.json()) as { dispute_id: string }
  const reported = await shop.services.provider.queryDispute(dispute_id)
  assert.ok(typeof reported === 'object' && !('result' in reported))
  return reported
}

/** Amounts returned from the payment, by refund and by dispute. */
async function wentBack(payment_id: string, ...refund_ids: string[]): Promise<number> {
  const worth: Record<string, number> = { refunded: 1, returned: -1, charged_back: 1, restored: -1 }
  const names = new Set([payment_id, ...refund_ids])
  return (await (await testBank()).log())
    .filter(({ reference }) => names.has(reference))
    .reduce((sum, { effect, amount }) => sum + (worth[effect] ?? 0) * amount, 0)
}

test('a scheduled refund of a payment that is disputed before its batch fails, and is never sent', async () => {
  const { shop, payment_id, operation_id } = await paidShop()
  await using _ = shop
  const made = await shop.post('/refunds', {
    payment_id,
    refund_id: 'waits',
    refund_type: 'Scheduled',
  })
  assert.equal(made.body.status, 'pending', made.text)
  const inquiry = await openAtBank(shop, operation_id, { stage: 'pre_dispute' })
  await handleDisputeUpdate(
    shop.services,
    { merchant_id: shop.merchant.merchant_id, connector_id: null },
    inquiry,
  )

  shop.clock.advance(DAY_MS)
  await runSweeps(shop)
  await (await testBank()).desk('POST', `/disputes/${inquiry.dispute_id}/decide`, {
    decision: 'escalate',
  })

  const refund = (await shop.get('/refunds/waits')).body
  assert.equal(`${refund.status} ${refund.error_code}`, 'failed payment_disputed')
  assert.equal(await wentBack(payment_id, 'waits'), AMOUNT)
})

test('an instant refund that is decided before a dispute opens and commits after it is refused', async () => {
  const { shop, payment_id, operation_id } = await paidShop()
  await using _ = shop
  const inquiry = await openAtBank(shop, operation_id, { stage: 'pre_dispute' })

  let refund: Promise<Answer> | undefined
  await withServer(await testDatabase(), async (db) => {
    await db.query('begin')
    await db.query('lock table refunds in share mode')
    refund = shop.post('/refunds', { payment_id, refund_id: 'races' })
    await waitingForLock('refunds')
    await handleDisputeUpdate(
      shop.services,
      { merchant_id: shop.merchant.merchant_id, connector_id: null },
      inquiry,
    )
    await db.query('commit')
  })

  const answer = await refund
  assert.equal(`${answer?.status} ${answer?.body.error?.code}`, '409 IR_16', answer?.text)
  await (await testBank()).desk('POST', `/disputes/${inquiry.dispute_id}/decide`, {
    decision: 'escalate',
  })
  assert.equal(await wentBack(payment_id, 'races'), AMOUNT)
})

test('many concurrent refunds beside a partial dispute never exceed the bound', async () => {
  const { shop, payment_id, operation_id } = await paidShop()
  await using _ = shop
  const { merchant_id } = shop.merchant
  const reported = await openAtBank(shop, operation_id, { amount: 600 })
  await handleDisputeUpdate(shop.services, { merchant_id, connector_id: null }, reported)
  await (await testBank()).desk('POST', `/disputes/${reported.dispute_id}/decide`, {
    decision: 'withdraw',
  })
  const ids = Array.from({ length: 12 }, (_, n) => `part${n}`)

  const cancelled = await shop.services.provider.queryDispute(reported.dispute_id)
  assert.ok(typeof cancelled === 'object' && !('result' in cancelled))
  await Promise.all([
    handleDisputeUpdate(shop.services, { merchant_id, connector_id: null }, cancelled),
    ...ids.map((refund_id) => shop.post('/refunds', { payment_id, refund_id, amount: 100 })),
  ])

  assert.ok((await wentBack(payment_id, ...ids)) <= AMOUNT)
  const [row] = await shop.services.db.run<{ amount_disputed: number }>(
    'select amount_disputed from payments where payment_id = $1 and merchant_id = $2',
    [payment_id, merchant_id],
  )
  assert.equal(row?.amount_disputed, 0)
})

async function waitingForLock(table: string): Promise<void> {
  await eventually(`a statement waits for ${table}`, async () => {
    const rows = await withServer(await testDatabase(), (db) =>
      db.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
        [table],
      ),
    )
    return (rows.rowCount ?? 0) > 0
  })
}
