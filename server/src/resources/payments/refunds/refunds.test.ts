import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import { balances } from '#core/ledger/read.ts'
import { finish, intend, type OperationRow, toApproval } from '#core/operations/operation.ts'
import { findOperation } from '#core/operations/read.ts'
import { settle, settleOperation } from '#core/operations/settle.ts'
import type { AnySettler } from '#core/operations/settler.ts'
import { pollEvents } from '#resources/payments/provider_callbacks/poll_events.ts'
import type { Outcome, Refused } from '#core/providers/provider.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { recoverNow } from '#testing/recover.ts'
import type { Answer } from '#testing/client.ts'
import { ADMIN_KEY, harness, type Shop } from '#testing/harness.ts'
import { paymentBody, withCard } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { nextBatch } from './create.ts'
import { decide } from './outcome.ts'
import { refundSettler } from './settler.ts'
import { findRefund, type RefundRow } from './store.ts'
import { eventually } from '#testing/eventually.ts'

delayBank(300)

const RETURNED = '4000000000005126'

async function shopWith(card_number = '4242424242424242', extra: Record<string, string> = {}) {
  const shop = await harness({ env: { ...(await testBank()).env, ...extra } })
  const body = paymentBody({ payment_id: 'paid', ...withCard(card_number) })
  const paid = await shop.post('/payments', body)
  assert.equal(paid.body.status, 'succeeded', paid.text)
  return shop
}

function refund(shop: Shop, body: object = {}, headers = {}): Promise<Answer> {
  return shop.post('/refunds', { payment_id: 'paid', ...body }, { headers })
}

async function effects(refund_id: string): Promise<string[]> {
  const facts = (await (await testBank()).log()).filter((fact) => fact.reference === refund_id)
  return facts.map((fact) => fact.effect)
}

async function standing(shop: Shop, account: string): Promise<number> {
  const rows = await balances({ ...shop.services, merchant_id: shop.merchant.merchant_id })
  return Number(rows.find((row) => row.account === account)?.balance ?? 0)
}

/** Whatever this shop waits for is asked about now, as if a while had passed. */
async function recover(shop: Shop): Promise<void> {
  await recoverNow(shop.services, shop.merchant.merchant_id)
}

test('a refund reduces the available balance, and restores it when it is returned', async () => {
  await using shop = await shopWith(RETURNED)
  assert.equal(await standing(shop, 'available'), 1000)

  await refund(shop, { refund_id: 'there', amount: 400 })
  assert.equal(await standing(shop, 'available'), 600)
  assert.equal(await standing(shop, 'acquirer_receivable'), -600)

  await eventually(
    'it comes about',
    async () => (await shop.get('/refunds/there')).body.status === 'failed',
  )
  assert.equal(await standing(shop, 'available'), 1000)
  assert.equal(await standing(shop, 'acquirer_receivable'), -1000)
})

test('a return whose callback was lost is found in the news, once', async () => {
  await using shop = await shopWith(RETURNED)
  // Callbacks go nowhere.
  shop.services.public_url = ''
  await refund(shop, { refund_id: 'unheard' })
  await eventually('it comes about', async () => (await effects('unheard')).includes('returned'))
  assert.equal((await shop.get('/refunds/unheard')).body.status, 'succeeded')

  await pollEvents(shop.services)
  while ((await pollEvents(shop.services)) > 0);

  assert.equal((await shop.get('/refunds/unheard')).body.status, 'failed')
  assert.equal(await standing(shop, 'available'), 1000)
  assert.equal((await refund(shop)).body.status, 'succeeded')
})

test('an answer that was lost leaves the refund pending; recovery learns that it was done', async () => {
  await using shop = await shopWith()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_after: 1 } })
  const made = await refund(shop, { refund_id: 'lost' })
  await bank.desk('DELETE', '/faults')
  assert.equal(`${made.status} ${made.body.status}`, '201 pending')

  await recover(shop)

  assert.equal((await shop.get('/refunds/lost')).body.status, 'succeeded')
  assert.deepEqual(await effects('lost'), ['refunded'])
})

test('a callback about a refund that is settled while it is read changes nothing', async () => {
  await using shop = await shopWith()
  const { services, merchant } = shop
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_after: 1 } })
  await refund(shop, { refund_id: 'raced', amount: 400 })
  await bank.desk('DELETE', '/faults')
  const { merchant_id } = merchant
  const row = await findRefund(services.db, merchant_id, 'raced')
  const operation = await findOperation(services.db, merchant_id, row?.operation_id ?? '')
  assert.ok(operation)
  let settled = false
  const find: typeof refundSettler.find = async (...about) => {
    if (!settled) await recover(shop)
    settled = true
    return findRefund(...about)
  }
  const slow = { ...refundSettler, find } as AnySettler

  await settleOperation(services, slow, operation, toApproval(operation, 400))

  assert.equal((await shop.get('/refunds/raced')).body.status, 'succeeded')
  assert.equal(await standing(shop, 'available'), 600)
})

test('an outcome that another process has booked is answered with the refund as it is', async () => {
  await using shop = await shopWith()
  const { services, merchant } = shop
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_after: 1 } })
  await refund(shop, { refund_id: 'booked', amount: 400 })
  await bank.desk('DELETE', '/faults')
  const { merchant_id } = merchant
  const row = (await findRefund(services.db, merchant_id, 'booked')) as RefundRow
  assert.equal(row.status, 'pending')
  await recover(shop)
  // Read after the callback, and so closed, while the row was read before it.
  const operation = await findOperation(services.db, merchant_id, row.operation_id ?? '')
  assert.ok(operation)

  const outcome = toApproval(operation, 400)
  const settled = await settle(services, refundSettler, { row, operation }, outcome)

  assert.equal(settled?.status, 'succeeded')
})

test('a request that never arrived is sent by recovery, once, under the same operation', async () => {
  await using shop = await shopWith()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  const made = await refund(shop, { refund_id: 'unheard-of', amount: 400 })
  await bank.desk('DELETE', '/faults')
  assert.equal(`${made.status} ${made.body.status}`, '201 pending')

  await recover(shop)
  await recover(shop)

  assert.equal((await shop.get('/refunds/unheard-of')).body.status, 'succeeded')
  assert.deepEqual(await effects('unheard-of'), ['refunded'])
})

test('a batch that meets a closed bank is sent when it opens, and never twice', async () => {
  await using shop = await shopWith()
  const bank = await testBank()
  await refund(shop, { refund_id: 'waits', refund_type: 'Scheduled' })
  shop.clock.advance(DAY_MS)
  await bank.desk('POST', '/faults', { rates: { maintenance: 1 } })
  await runSweeps(shop)
  await bank.desk('DELETE', '/faults')
  assert.equal((await shop.get('/refunds/waits')).body.status, 'pending')
  assert.deepEqual(await effects('waits'), [])

  await runSweeps(shop)
  await recover(shop)

  assert.equal((await shop.get('/refunds/waits')).body.status, 'succeeded')
  assert.deepEqual(await effects('waits'), ['refunded'])
})

test('a batch that several workers find at once is sent once', async () => {
  await using shop = await shopWith()
  await refund(shop, { refund_id: 'wanted', refund_type: 'Scheduled' })
  shop.clock.advance(DAY_MS)

  await Promise.all(Array.from({ length: 8 }, () => runSweeps(shop)))

  assert.deepEqual(await effects('wanted'), ['refunded'])
  assert.equal((await shop.get('/refunds/wanted')).body.status, 'succeeded')
})

const SCHEDULE = [
  MINUTE_MS,
  ...Array.from({ length: 4 }, () => 30 * MINUTE_MS),
  ...Array.from({ length: 2 }, () => 2 * HOUR_MS),
  ...Array.from({ length: 3 }, () => 6 * HOUR_MS),
  ...Array.from({ length: 4 }, () => 12 * HOUR_MS),
  ...Array.from({ length: 4 }, () => 24 * HOUR_MS),
]

test('a pending refund is polled after 60 s, 30 min ×4, 2 h ×2, 6 h ×3, 12 h ×4, 24 h ×4', () => {
  const now = new Date('2026-05-01T00:00:00Z')
  const pending: Outcome = { result: 'pending', transaction_id: 't', instructions: null }
  let row = operation(now)
  const waits: number[] = []
  for (let round = 0; round < SCHEDULE.length; round++) {
    row = { ...row, ...(finish(row, pending, now).row as Partial<OperationRow>) }
    waits.push(row.poll_after_ms ?? 0)
  }

  assert.deepEqual(waits, SCHEDULE)
})

function operation(now: Date): OperationRow {
  const of = { merchant_id: 'm', operation_id: 'op', object_id: 'r', kind: 'refund' as const }
  const what = { amount: 100, currency: 'EUR', provider: 'bank', parent_id: 'a', intent: {} }
  return intend({ ...of, ...what, now }).operation
}

test('after the last poll without an outcome the refund is in review, with one event', async () => {
  await using shop = await shopWith('4242424242424242')
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  await refund(shop, { refund_id: 'unclear' })
  for (let asked = 1; asked < SCHEDULE.length; asked++) await recover(shop)
  assert.equal((await shop.get('/refunds/unclear')).body.status, 'pending')

  await recover(shop)
  await recover(shop)
  await bank.desk('DELETE', '/faults')

  assert.equal((await shop.get('/refunds/unclear')).body.status, 'review')
  assert.deepEqual(await toldOf(shop, 'unclear'), ['refund_review'])
  assert.equal(await standing(shop, 'refunds_in_transit'), 1000)
  const resolve = (status: string) =>
    shop
      .with(ADMIN_KEY)
      .post(`/accounts/${shop.merchant.merchant_id}/refunds/unclear/resolve`, { status })
  const wrong = await resolve('pending')
  assert.equal(wrong.body.error.code, 'IR_04')
  const resolved = await resolve('failed')
  assert.equal(resolved.body.status, 'failed', resolved.text)
  assert.deepEqual(await toldOf(shop, 'unclear'), ['refund_review', 'refund_failed'])
  const again = await resolve('succeeded')
  assert.equal(`${again.status} ${again.body.error.code}`, '400 IR_14')
  const [entry] = (await shop.get('/audit')).body.data
  assert.deepEqual([entry.actor, entry.action], ['operator', 'refund_failed'])
  const all = await refund(shop, { refund_type: 'Scheduled' })
  assert.equal(all.body.amount, 1000, 'what failed can be refunded again')
})

test('a refund in review that the acquirer later reports is settled without an operator', async () => {
  await using shop = await shopWith()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  await refund(shop, { refund_id: 'cleared' })
  for (const _ of SCHEDULE) await recover(shop)
  await bank.desk('DELETE', '/faults')
  assert.equal((await shop.get('/refunds/cleared')).body.status, 'review')

  // A bank that failed so often is left alone for a moment first.
  await eventually('it comes about', async () => {
    await recover(shop)
    return (await shop.get('/refunds/cleared')).body.status === 'succeeded'
  })

  assert.deepEqual(await toldOf(shop, 'cleared'), ['refund_review', 'refund_succeeded'])
})

test('a refund first reported as returned is booked both ways', () => {
  const now = new Date('2026-05-01T00:00:00Z')
  const returned: Refused = {
    result: 'refused',
    code: 'PE_01',
    unified_code: 'UE_1099',
    provider_code: 'R1',
    message: 'came back',
    returned: true,
  }
  const row = { ...pendingRefund(now), operation_id: 'op' }

  const decided = decide(row, operation(now), returned, { now, wall: now })

  assert.equal(decided?.row?.status, 'failed')
  const causes = decided?.writes.flatMap(({ row: written }) => written['cause'] ?? [])
  assert.deepEqual(causes, ['refund_paid', 'refund_return'])
  const again = decided?.row && decide(decided.row, operation(now), returned, { now, wall: now })
  assert.equal(again, undefined)
})

function pendingRefund(now: Date): RefundRow {
  const nothing = { error_code: null, error_message: null, unified_code: null }
  return {
    merchant_id: 'm',
    refund_id: 'r',
    payment_id: 'p',
    profile_id: 'pro',
    customer_id: null,
    amount: 100,
    currency: 'EUR',
    status: 'pending',
    refund_type: 'Instant',
    reason: null,
    metadata: {},
    ...nothing,
    unified_message: null,
    connector_refund_id: null,
    scheduled_at: null,
    send_at: null,
    operation_id: null,
    amount_reserved: 100,
    created: now,
    modified_at: now,
    completed_at: null,
    transitions: 0,
    version: 1,
  }
}

test('one refund_id sent by fifty at once is one refund; the others get 409', async () => {
  await using shop = await shopWith()

  const sent = Array.from({ length: 50 }, () => refund(shop, { refund_id: 'same', amount: 10 }))
  const answers = await Promise.all(sent)

  assert.equal(answers.filter((answer) => answer.status === 201).length, 1)
  const others = answers.filter((answer) => answer.body.error?.code === 'HE_01')
  assert.equal(others.length, 49)
  assert.deepEqual(await effects('same'), ['refunded'])
  assert.equal((await refund(shop)).body.amount, 990)
})

test('a payment that is edited while it is refunded loses neither the edit nor the refunds', async () => {
  await using shop = await shopWith()
  const edits = Array.from({ length: 10 }, (_, n) =>
    shop.post('/payments/paid', { metadata: { [`note${n}`]: 'kept' } }),
  )
  const refunds = Array.from({ length: 10 }, () => refund(shop, { amount: 50 }))

  const answers = await Promise.all([...edits, ...refunds])

  for (const answer of answers) assert.ok(answer.status < 300, answer.text)
  const { metadata } = (await shop.get('/payments/paid')).body
  assert.equal(Object.keys(metadata).length, 10)
  assert.equal((await refund(shop)).body.amount, 500)
})

test('the next batch is always ahead', () => {
  const cases: [now: string, time: string, batch: string][] = [
    ['2026-02-28T23:59:59.999Z', '00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', '00:00', '2026-03-02T00:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', '10:01', '2026-12-31T10:01:00.000Z'],
    ['2026-12-31T10:01:00.000Z', '10:01', '2027-01-01T10:01:00.000Z'],
  ]
  for (const [now, time, batch] of cases) {
    assert.equal(nextBatch(new Date(now), time).toISOString(), batch)
  }
})

async function toldOf(shop: Shop, refund_id: string): Promise<string[]> {
  const rows = await shop.services.db.run<{ event_type: string }>(
    `select event_type from events where merchant_id = $1 and object_id = $2 order by sequence`,
    [shop.merchant.merchant_id, refund_id],
  )
  return rows.map((row) => row.event_type)
}
