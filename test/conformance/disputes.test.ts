// Disputes: the record, the statuses and stages, the deadline, accepting, and what a dispute does to the
// merchant's balance. Evidence is in disputes_evidence.test.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { isWell, report } from '#roles/doctor/run.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import { ADMIN_KEY } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'
import {
  arrangements,
  challenge,
  decide,
  DISPUTE_DELAY_MS,
  disputed,
  FRAUDULENT,
  INQUIRY,
  NOT_RECEIVED,
} from '../support/disputing.ts'
import { ISO_UTC, assertRefused, until } from '../support/expect.ts'
import { APPROVED, facts, pay, payingShop, reported } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const DAY_MS = 24 * 60 * 60 * 1000

const shop = await payingShop()
after(() => shop.app.close())

test('GET /disputes/:dispute_id: the record has exactly its fields', async () => {
  const { body } = await disputed(shop)

  const { dispute_id, payment_id, connector_dispute_id, ...rest } = body
  const { created, modified_at, challenge_required_by, ...fixed } = rest
  assert.deepEqual(fixed, {
    merchant_id: shop.merchant.merchant_id,
    profile_id: shop.merchant.profile_id,
    amount: 1000,
    currency: 'EUR',
    status: 'dispute_opened',
    dispute_status: 'dispute_opened',
    dispute_stage: 'dispute',
    reason: 'fraudulent',
    reason_code: '10.4',
    evidence_submitted_at: null,
    is_already_refunded: false,
  })
  assert.match(dispute_id, /^dp_/)
  assert.match(payment_id, /^pay_/)
  assert.match(connector_dispute_id, /^bdp_/)
  for (const moment of [created, modified_at, challenge_required_by]) assert.match(moment, ISO_UTC)
  assert.equal(Date.parse(challenge_required_by) - Date.parse(created), 14 * DAY_MS)
})

const reasons = [
  [FRAUDULENT, 'fraudulent', 'dispute'],
  [NOT_RECEIVED, 'product_not_received', 'dispute'],
  [INQUIRY, 'fraudulent', 'pre_dispute'],
] as const

for (const [card, reason, stage] of reasons) {
  test(`the card ${card} is approved and then disputed: ${reason}, at the stage ${stage}`, async () => {
    const { body } = await disputed(shop, card)

    assert.equal(body.status, 'dispute_opened')
    assert.equal(body.dispute_stage, stage)
    if (card !== INQUIRY) assert.equal(body.reason, reason)
    assert.deepEqual(await reported(shop, body.dispute_id), ['dispute_opened'])
  })
}

test('an unknown id gives 404, whatever is wanted of it', async () => {
  assertRefused(await shop.get('/disputes/nobody'), 404, 'IR_05')
  assertRefused(await shop.post('/disputes/accept/nobody'), 404, 'IR_05')
  assertRefused(await shop.get('/disputes/evidence/nobody'), 404, 'IR_05')
  assertRefused(await challenge(shop, 'nobody'), 404, 'IR_05')
  const body = { dispute_id: 'nobody', evidence_type: 'receipt' }
  assertRefused(await shop.send('DELETE', '/disputes/evidence', body), 404, 'IR_05')
})

for (const [status, arrange] of Object.entries(arrangements)) {
  test(`${status} is reached, emitted as an event with that name, and is the dispute's status`, async () => {
    const { body } = await arrange(shop)

    assert.equal(body.status, status)
    assert.equal(body.dispute_status, status)
    const events = await reported(shop, body.dispute_id)
    assert.equal(events[0], 'dispute_opened')
    assert.equal(events.at(-1), status)
  })
}

const acceptable = ['dispute_opened', 'dispute_challenged']

for (const [status, arrange] of Object.entries(arrangements)) {
  if (acceptable.includes(status)) {
    test(`POST /disputes/accept/:dispute_id of a dispute that is ${status} answers the dispute, accepted`, async () => {
      const { body } = await arrange(shop)

      const answer = await shop.post(`/disputes/accept/${body.dispute_id}`)

      assert.equal(`${answer.status} ${answer.body.status}`, '200 dispute_accepted', answer.text)
      assert.deepEqual((await shop.get(`/disputes/${body.dispute_id}`)).body, answer.body)
    })
  } else {
    test(`POST /disputes/accept/:dispute_id of a dispute that is ${status} gives 400, wrong state`, async () => {
      const { body } = await arrange(shop)

      assertRefused(await shop.post(`/disputes/accept/${body.dispute_id}`), 400, 'IR_14')
    })
  }
}

test('dispute_expired: the deadline passes without an answer, by the clock of the merchant', async () => {
  await using own = await payingShop()
  const { body } = await disputed(own)

  const moved = await own.post('/sandbox/clock', { advance: '13d' })
  assert.equal(moved.status, 200, moved.text)
  assert.equal((await own.get(`/disputes/${body.dispute_id}`)).body.status, 'dispute_opened')
  await own.post('/sandbox/clock', { advance: '2d' })

  assert.equal((await own.get(`/disputes/${body.dispute_id}`)).body.status, 'dispute_expired')
  assert.deepEqual(await reported(own, body.dispute_id), ['dispute_opened', 'dispute_expired'])
  assertRefused(await challenge(own, body.dispute_id), 400, 'IR_14')
})

test('a dispute that opens while the clock of the merchant is ahead has its 14 days all the same', async () => {
  await using own = await payingShop()
  await own.post('/sandbox/clock', { advance: '40d' })

  const { body } = await disputed(own)
  await runSweeps(own)

  assert.equal((await own.get(`/disputes/${body.dispute_id}`)).body.status, 'dispute_opened')
  assert.equal(Date.parse(body.challenge_required_by) - Date.parse(body.created), 14 * DAY_MS)
})

test('dispute_won → the issuer escalates: stage pre_arbitration, dispute_opened, a new deadline', async () => {
  const won = await arrangements['dispute_won']?.(shop)
  assert.ok(won)

  const { body } = await decide(shop, won, 'escalate', 'dispute_opened')

  assert.equal(body.dispute_stage, 'pre_arbitration')
  assert.ok(body.challenge_required_by > won.body.challenge_required_by)
  assert.deepEqual(await reported(shop, body.dispute_id), [
    'dispute_opened',
    'dispute_challenged',
    'dispute_won',
    'dispute_opened',
  ])
})

test('an inquiry that becomes a dispute emits dispute_opened again', async () => {
  const inquiry = await disputed(shop, INQUIRY)

  const bank = await testBank()
  const { connector_dispute_id: id, dispute_id } = inquiry.body
  await bank.desk('POST', `/disputes/${id}/decide`, { decision: 'escalate' })
  const path = `/disputes/${dispute_id}`
  await until(async () => (await shop.get(path)).body.dispute_stage === 'dispute')

  assert.equal((await shop.get(path)).body.status, 'dispute_opened')
  assert.deepEqual(await reported(shop, dispute_id), ['dispute_opened', 'dispute_opened'])
})

test('is_already_refunded is true if some disputed money was refunded before', async () => {
  const { body: fresh } = await disputed(shop)
  assert.equal(fresh.is_already_refunded, false)
  const { merchant_id, profile_id } = shop.merchant
  const { payment_id } = (await pay(shop, APPROVED, { profile_id })).body
  await shop.post('/refunds', { payment_id, amount: 100 })

  const [row] = await shop.services.db.run<{ id: string }>(
    'select authorization_id as id from payments where merchant_id = $1 and payment_id = $2',
    [merchant_id, payment_id],
  )
  await (await testBank()).desk('POST', `/operations/${row?.id}/dispute`, { amount: 1000 })
  const list = `/disputes/list?payment_id=${payment_id}`
  await until(async () => (await shop.get(list)).body.count > 0)

  assert.equal((await shop.get(list)).body.data[0].is_already_refunded, true)
})

const blocked = ['dispute_opened', 'dispute_challenged', 'dispute_accepted', 'dispute_lost']

for (const [status, arrange] of Object.entries(arrangements)) {
  if (blocked.includes(status)) {
    test(`a refund of a payment whose dispute is ${status} gives 409 and moves no money`, async () => {
      const { body } = await arrange(shop)
      const { payment_id } = body

      const answer = await shop.post('/refunds', { payment_id, refund_id: `no-${status}` })

      assertRefused(answer, 409, 'IR_16')
      assert.deepEqual(await facts(`no-${status}`), [])
    })
  } else {
    test(`a refund of a payment whose dispute is ${status} is possible`, async () => {
      const { body } = await arrange(shop)

      const answer = await shop.post('/refunds', { payment_id: body.payment_id })

      assert.equal(`${answer.status} ${answer.body.status}`, '201 succeeded', answer.text)
    })
  }
}

test('a refund that waits for its batch fails when its payment is disputed meanwhile', async () => {
  await using own = await payingShop()
  const { profile_id } = own.merchant
  const paid = await pay(own, FRAUDULENT, { profile_id })
  const { payment_id } = paid.body
  const later = { payment_id, refund_id: 'overtaken', refund_type: 'Scheduled' }
  await own.post('/refunds', later)
  await until(async () => (await own.get('/disputes/list')).body.count > 0)

  await own.post('/sandbox/clock', { advance: '1d' })

  const { body } = await own.get('/refunds/overtaken')
  assert.deepEqual([body.status, body.unified_code], ['failed', 'UE_4004'])
  assert.deepEqual(await facts('overtaken'), [])
  assert.deepEqual(await reported(own, 'overtaken'), ['refund_failed'])
})

test('GET /payments/:payment_id?expand=disputes shows them beside the payment', async () => {
  const { body: dispute } = await disputed(shop)

  const { body } = await shop.get(`/payments/${dispute.payment_id}?expand=refunds,disputes`)

  assert.deepEqual([body.refunds, body.disputes], [[], [dispute]])
})

test('an event carries dispute_details: the dispute as it was at that moment', async () => {
  const opened = await disputed(shop)
  const accepted = await shop.post(`/disputes/accept/${opened.body.dispute_id}`)

  const rows = await shop.services.db.run<{ body: string }>(
    'select body from events where merchant_id = $1 and object_id = $2 order by sequence',
    [shop.merchant.merchant_id, opened.body.dispute_id],
  )

  assert.deepEqual(
    rows.map(({ body }) => JSON.parse(body).content),
    [
      { type: 'dispute_details', object: opened.body },
      { type: 'dispute_details', object: accepted.body },
    ],
  )
})

test('insufficient permissions: disputes:read reads and does not answer, disputes:write is needed', async () => {
  const { body } = await disputed(shop)
  const reader = await shop.keyWith('disputes:read')

  assert.equal((await reader.get(`/disputes/${body.dispute_id}`)).status, 200)
  assertRefused(await reader.post(`/disputes/accept/${body.dispute_id}`), 403, 'AU_03')
  const evidence = { dispute_id: body.dispute_id, customer_name: 'Ada' }
  assertRefused(await reader.post('/disputes/evidence', evidence), 403, 'AU_03')
})

test('acquirer unreachable before anything was sent: 502, and the dispute can be accepted again', async () => {
  const { body } = await disputed(shop)
  const path = `/disputes/accept/${body.dispute_id}`

  const down = { headers: { 'X-Sandbox-Acquirer': 'down' } }
  assertRefused(await shop.post(path, undefined, down), 502, 'CE_01')
  assert.deepEqual((await shop.get(`/disputes/${body.dispute_id}`)).body.status, 'dispute_opened')
  assert.equal((await shop.post(path)).body.status, 'dispute_accepted')
})

test("an operator sets a merchant's dispute fee, by currency", async () => {
  const { merchant_id } = shop.merchant
  const operator = shop.with(ADMIN_KEY)

  const answer = await operator.post(`/accounts/${merchant_id}`, { dispute_fees: { EUR: 1500 } })

  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body.dispute_fees, { EUR: 1500 })
  const wrong = { dispute_fees: { EURO: 1 } }
  assertRefused(await operator.post(`/accounts/${merchant_id}`, wrong), 400, 'IR_04')
  assertRefused(await operator.post('/accounts/nobody', {}), 404, 'IR_05')
  assertRefused(await shop.post(`/accounts/${merchant_id}`, {}), 403, 'AU_03')
  await operator.post(`/accounts/${merchant_id}`, { dispute_fees: {} })
})

test("after all of it the books agree with the bank's own log", async () => {
  await runSweeps(shop)
  const books = await checkBooks(shop.services, await readBankLog(await (await testBank()).log()))

  assert.ok(isWell(books), report(books))
})
