// Refunds: the create payload, the record, the statuses and how a refund moves through them.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { ISO_UTC, assertRefused, until } from '../support/expect.ts'
import { APPROVED, arrange, facts, pay, payingShop, statuses, reported } from '../support/paying.ts'
import { countRelayBacklog } from '#core/outbox/read.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'

delayBank(400)

/** Refunds to these stay pending and then succeed, or succeed and then fail. */
const SLOW_REFUNDS = '4000000000007726'
const RETURNED_REFUNDS = '4000000000005126'
const DAY_MS = 24 * 60 * 60 * 1000

const shop = await payingShop()
after(() => shop.app.close())
const { profile_id } = shop.merchant

async function paid(card = APPROVED, body: object = {}): Promise<string> {
  const answer = await pay(shop, card, { profile_id, ...body })
  assert.equal(answer.body.status, 'succeeded', answer.text)
  return answer.body.payment_id as string
}

function refund(body: object, headers: Record<string, string> = {}): Promise<Answer> {
  return shop.post('/refunds', body, { headers })
}

/** The answer must be a refund with this status. */
function assertStatus(answer: Answer, status: string): void {
  assert.equal(`${answer.status} ${answer.body?.status}`, `201 ${status}`, answer.text)
}

async function waitForStatus(refund_id: string, status: string): Promise<Answer> {
  await until(async () => (await shop.get(`/refunds/${refund_id}`)).body.status === status)
  return shop.get(`/refunds/${refund_id}`)
}

test('POST /refunds answers 201 with the refund, and it can be retrieved', async () => {
  const payment_id = await paid()

  const answer = await refund({ payment_id, reason: 'came back', metadata: { ticket: 7 } })

  assertStatus(answer, 'succeeded')
  assert.deepEqual((await shop.get(`/refunds/${answer.body.refund_id}`)).body, answer.body)
  assert.deepEqual(await facts(answer.body.refund_id), [['refunded', 1000]])
})

test('the record has exactly its fields, those that are unset as null', async () => {
  const payment_id = await paid()

  const { body } = await refund({ payment_id, refund_id: 'record', amount: 250 })

  const { merchant_id } = shop.merchant
  const { connector_refund_id, created, modified_at, completed_at, ...rest } = body
  assert.deepEqual(rest, {
    refund_id: 'record',
    payment_id,
    merchant_id,
    profile_id,
    customer_id: null,
    amount: 250,
    currency: 'EUR',
    status: 'succeeded',
    refund_type: 'Instant',
    reason: null,
    metadata: {},
    error_code: null,
    error_message: null,
    unified_code: null,
    unified_message: null,
    scheduled_at: null,
  })
  assert.match(connector_refund_id, /^bnk_/)
  for (const moment of [created, modified_at, completed_at]) assert.match(moment, ISO_UTC)
})

test('customer_id and currency come from the payment; a generated id begins with ref_', async () => {
  await shop.post('/customers', { customer_id: 'ada' })
  const payment_id = await paid(APPROVED, { customer_id: 'ada', currency: 'JPY' })

  const { body } = await refund({ payment_id })

  assert.deepEqual([body.customer_id, body.currency, body.amount], ['ada', 'JPY', 1000])
  assert.match(body.refund_id, /^ref_/)
})

test('payment_id is required: payment to refund; an unknown one gives 404', async () => {
  assertRefused(await refund({ amount: 5 }), 400, 'IR_01', 'payment_id')
  assertRefused(await refund({ payment_id: 'nobody' }), 404, 'IR_05')
})

test('refund_id: a merchant id for retry-safe reconciliation; sent again it gives 409 and refunds nothing', async () => {
  const payment_id = await paid()
  const body = { payment_id, refund_id: 'retry-safe' }
  assertStatus(await refund(body), 'succeeded')

  // Nothing is left to refund, but the id lets the caller find out what happened.
  for (const again of [body, { ...body, amount: 1 }]) {
    const answer = await refund(again)
    assertRefused(answer, 409, 'HE_01', 'refund_id')
    assert.equal(answer.body.error.details.existing_id, 'retry-safe')
  }

  assert.deepEqual(await facts('retry-safe'), [['refunded', 1000]])
})

test("a refund may have a payment's id, and both emit events", async () => {
  const id = await paid(APPROVED, { payment_id: 'one-id' })

  assertStatus(await refund({ payment_id: id, refund_id: id }), 'succeeded')

  assert.deepEqual((await reported(shop, id)).toSorted(), ['payment_succeeded', 'refund_succeeded'])
})

test('amount: omit for a full refund; lowest unit for a partial one; repeated until nothing is left', async () => {
  const payment_id = await paid()

  const amounts: number[] = []
  for (const body of [{ amount: 300 }, { amount: 250 }, {}]) {
    const answer = await refund({ payment_id, ...body })
    assertStatus(answer, 'succeeded')
    amounts.push(answer.body.amount)
  }

  assert.deepEqual(amounts, [300, 250, 450])
  assertRefused(await refund({ payment_id }), 400, 'IR_13', 'amount')
})

test('a refund above the refundable amount gives 400 with details.refundable_amount and moves no money', async () => {
  const payment_id = await paid()
  await refund({ payment_id, amount: 300 })

  const answer = await refund({ payment_id, refund_id: 'too-much', amount: 701 })

  assertRefused(answer, 400, 'IR_13', 'amount')
  assert.deepEqual(answer.body.error.details, { refundable_amount: 700 })
  assert.equal((await shop.get('/refunds/too-much')).status, 404)
  assert.deepEqual(await facts('too-much'), [])
})

const invalid: [field: string, value: unknown][] = [
  ['amount', 0],
  ['amount', -1],
  ['amount', 1.5],
  ['amount', '100'],
  ['amount', 1_000_000_000_000],
  ['refund_id', ''],
  ['refund_id', 'list'],
  ['refund_id', 'with space'],
  ['refund_id', 'x'.repeat(65)],
  ['refund_type', 'Later'],
  ['reason', 'x'.repeat(256)],
  ['metadata', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v']))],
  ['currency', 'EUR'],
]

test('fields with values they cannot take, and fields that are not in the payload, give 400', async () => {
  const payment_id = await paid()
  for (const [field, value] of invalid) {
    assertRefused(await refund({ payment_id, [field]: value }), 400, 'IR_04', field)
  }
})

for (const status of statuses) {
  const taken = ['succeeded', 'partially_captured', 'partially_captured_and_capturable']
  if (taken.includes(status)) {
    test(`a payment that is ${status} can be refunded up to amount_received`, async () => {
      const { body: payment } = await arrange(shop, status, { profile_id })
      const { payment_id, amount_received: amount } = payment

      assertRefused(await refund({ payment_id, amount: amount + 1 }), 400, 'IR_13')
      const answer = await refund({ payment_id })

      assertStatus(answer, 'succeeded')
      assert.equal(answer.body.amount, amount)
    })
  } else {
    test(`a payment that is ${status} cannot be refunded: 400, wrong payment state`, async () => {
      const { body: payment } = await arrange(shop, status, { profile_id })

      assertRefused(await refund({ payment_id: payment.payment_id }), 400, 'IR_14')
    })
  }
}

test('refund_type is Instant or Scheduled, however its letters are sent; Instant when omitted', async () => {
  const payment_id = await paid()
  const types = ['instant', 'INSTANT', 'Scheduled', 'scheduled']

  const answers = []
  for (const refund_type of types)
    answers.push(await refund({ payment_id, amount: 1, refund_type }))

  assert.deepEqual(
    answers.map(({ body }) => body.refund_type),
    ['Instant', 'Instant', 'Scheduled', 'Scheduled'],
  )
})

test('a Scheduled refund is pending until its batch at the next 00:00 UTC, then it is sent', async () => {
  const payment_id = await paid()
  const now = shop.clock.now()

  const made = await refund({ payment_id, refund_id: 'batched', refund_type: 'Scheduled' })

  assertStatus(made, 'pending')
  const midnight = Math.floor(now.getTime() / DAY_MS + 1) * DAY_MS
  assert.equal(made.body.scheduled_at, new Date(midnight).toISOString())
  // A scheduled amount is promised: no other refund can use it.
  assertRefused(await refund({ payment_id, amount: 1 }), 400, 'IR_13')
  await runSweeps(shop)
  assert.deepEqual(await facts('batched'), [])

  const moved = await shop.post('/sandbox/clock', { advance: '1d' })
  assert.equal(moved.status, 200, moved.text)

  const { body } = await shop.get('/refunds/batched')
  assert.deepEqual([body.status, body.scheduled_at], ['succeeded', made.body.scheduled_at])
  assert.deepEqual(await facts('batched'), [['refunded', 1000]])
  assert.deepEqual(await reported(shop, 'batched'), ['refund_succeeded'])
})

test('the time of the batch is the refund_batch_time of the profile', async () => {
  const { merchant_id } = shop.merchant
  const made = await shop.post(`/account/${merchant_id}/business_profile`, {
    profile_name: 'late batch',
    refund_batch_time: '23:59',
  })
  const payment_id = await paid(APPROVED, { profile_id: made.body.profile_id })

  const answer = await refund({ payment_id, refund_type: 'Scheduled' })

  assert.match(answer.body.scheduled_at, /T23:59:00\.000Z$/)
  assert.ok(Date.parse(answer.body.scheduled_at) > shop.clock.now().getTime())
  assert.equal(answer.body.profile_id, made.body.profile_id)
})

test('pending → succeeded: a slow refund emits its event when it is done', async () => {
  const payment_id = await paid(SLOW_REFUNDS)

  const answer = await refund({ payment_id, refund_id: 'slow' })

  assertStatus(answer, 'pending')
  assert.equal(answer.body.completed_at, null)
  assert.deepEqual(await reported(shop, 'slow'), [])
  const done = await waitForStatus('slow', 'succeeded')
  assert.match(done.body.completed_at, ISO_UTC)
  assert.deepEqual(await reported(shop, 'slow'), ['refund_succeeded'])
})

test('pending → failed: error_code, error_message, unified_code and unified_message say why; the money can be refunded again', async () => {
  const payment_id = await paid(APPROVED, { amount: 1077 })
  assertStatus(await refund({ payment_id, refund_id: 'fails' }), 'pending')

  const { body } = await waitForStatus('fails', 'failed')

  assert.match(body.unified_code, /^UE_\d{4}$/)
  for (const name of ['error_code', 'error_message', 'unified_message']) assert.ok(body[name], name)
  assert.deepEqual(await reported(shop, 'fails'), ['refund_failed'])
  assertStatus(await refund({ payment_id, amount: 1000 }), 'succeeded')
})

test('succeeded → failed: the acquirer returns the money; failed is terminal, a new refund_id may try again', async () => {
  const payment_id = await paid(RETURNED_REFUNDS)
  assertStatus(await refund({ payment_id, refund_id: 'returned' }), 'succeeded')

  const { body } = await waitForStatus('returned', 'failed')

  assert.ok(body.unified_code)
  assert.deepEqual(await facts('returned'), [
    ['refunded', 1000],
    ['returned', 1000],
  ])
  assert.deepEqual(await reported(shop, 'returned'), ['refund_succeeded', 'refund_failed'])
  assertRefused(await refund({ payment_id, refund_id: 'returned' }), 409, 'HE_01')
  assertStatus(await refund({ payment_id, refund_id: 'returned-2' }), 'succeeded')
})

test('an event carries refund_details: the refund as it was at that moment', async () => {
  const payment_id = await paid(RETURNED_REFUNDS)
  const made = await refund({ payment_id, refund_id: 'reported', metadata: { ticket: '9' } })
  const last = await waitForStatus('reported', 'failed')

  const rows = await shop.services.db.run<{ body: string }>(
    'select body from events where merchant_id = $1 and object_id = $2 order by sequence',
    [shop.merchant.merchant_id, 'reported'],
  )

  const contents = rows.map(({ body }) => JSON.parse(body).content)
  assert.deepEqual(contents, [
    { type: 'refund_details', object: made.body },
    { type: 'refund_details', object: last.body },
  ])
})

test('POST /refunds/:refund_id updates reason and metadata, merged key by key, in any status', async () => {
  const payment_id = await paid(APPROVED, { amount: 2077 })
  await refund({ payment_id, refund_id: 'noted', amount: 1077, metadata: { a: '1', b: '2' } })
  for (const status of ['pending', 'failed']) {
    await waitForStatus('noted', status)
    const metadata = { [status]: 'yes', b: null }
    const answer = await shop.post('/refunds/noted', { reason: status, metadata })

    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.reason, status)
    assert.equal(answer.body.status, status)
  }
  const { body } = await shop.get('/refunds/noted')
  assert.deepEqual(body.metadata, { a: '1', pending: 'yes', failed: 'yes' })
  const cleared = await shop.post('/refunds/noted', { reason: null })
  assert.deepEqual([cleared.body.reason, cleared.body.metadata], [null, body.metadata])
  assertRefused(await shop.post('/refunds/noted', { amount: 5 }), 400, 'IR_04', 'amount')
  assertRefused(await shop.post('/refunds/nobody', { reason: 'x' }), 404, 'IR_05')
})

test('GET /refunds/:refund_id: an unknown id gives 404', async () => {
  assertRefused(await shop.get('/refunds/nobody'), 404, 'IR_05')
})

test('GET /payments/:payment_id?expand=refunds shows them beside the payment, newest first; without it they are not there', async () => {
  const payment_id = await paid()
  const first = await refund({ payment_id, amount: 1 })
  shop.clock.advance(1_000)
  const second = await refund({ payment_id, amount: 2 })

  const { body } = await shop.get(`/payments/${payment_id}?expand=refunds`)

  assert.deepEqual(body.refunds, [second.body, first.body])
  assert.ok(!('refunds' in (await shop.get(`/payments/${payment_id}`)).body))
  assertRefused(await shop.get(`/payments/${payment_id}?expand=nothing`), 400, 'IR_04', 'expand')
  const reader = await shop.keyWith('payments:read')
  assertRefused(await reader.get(`/payments/${payment_id}?expand=refunds`), 403, 'AU_03')
})

test('insufficient permissions: refunds:read reads and does not refund, refunds:write is needed', async () => {
  const payment_id = await paid()
  const { body } = await refund({ payment_id, amount: 1 })
  const reader = await shop.keyWith('refunds:read')

  assert.equal((await reader.get(`/refunds/${body.refund_id}`)).status, 200)
  assertRefused(await reader.post('/refunds', { payment_id }), 403, 'AU_03')
  assertRefused(await reader.post(`/refunds/${body.refund_id}`, { reason: 'x' }), 403, 'AU_03')
})

test('acquirer unreachable before anything was sent: 502, no refund was made, and the same refund_id can be used', async () => {
  const payment_id = await paid()
  const body = { payment_id, refund_id: 'unsent' }

  assertRefused(await refund(body, { 'X-Sandbox-Acquirer': 'down' }), 502, 'CE_01')

  assertRefused(await shop.get('/refunds/unsent'), 404, 'IR_05')
  assertStatus(await refund(body), 'succeeded')
})

test('acquirer in maintenance: 503, nothing was changed', async () => {
  const bank = await testBank()
  const payment_id = await paid()
  await bank.desk('POST', '/faults', { rates: { maintenance: 1 } })
  try {
    assertRefused(await refund({ payment_id, refund_id: 'closed' }), 503, 'CE_02')
  } finally {
    await bank.desk('DELETE', '/faults')
  }
  assertStatus(await refund({ payment_id, refund_id: 'closed' }), 'succeeded')
})

test('X-Sandbox-Acquirer: duplicate fails the refund with UE_1018; a misspelled header changes nothing', async () => {
  const payment_id = await paid()

  const answer = await refund({ payment_id }, { 'X-Sandbox-Acquirer': 'duplicate' })
  assertStatus(answer, 'failed')
  assert.equal(answer.body.unified_code, 'UE_1018')
  assertRefused(await refund({ payment_id }, { 'X-Sandbox-Acquirer': 'gone' }), 400, 'IR_04')
  const wait = { 'X-Sandbox-Delay-Ms': '30001' }
  assertRefused(await refund({ payment_id }, wait), 400, 'IR_04', 'X-Sandbox-Delay-Ms')
})

test('the same request twice under one Idempotency-Key refunds once and answers alike', async () => {
  const payment_id = await paid()
  const headers = { 'Idempotency-Key': 'refund-once' }

  const first = await refund({ payment_id, amount: 400 }, headers)
  const second = await refund({ payment_id, amount: 400 }, headers)

  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('Idempotent-Replayed'), 'true')
  assert.deepEqual(await facts(first.body.refund_id), [['refunded', 400]])
})

test("after all of it the books agree with the bank's own log", async () => {
  await using _ = await runEventPipeline(shop)
  await until(async () => (await countRelayBacklog(shop.services)).waiting === 0)
  const books = await checkBooks(shop.services, await readBankLog(await (await testBank()).log()))

  assert.ok(isWell(books), report(books))
})
