// Two things happen to one payment, or the bank is slow to tell: found by simulation, each made certain
// here. The judge is the bank's own log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { eventually } from '#testing/eventually.ts'
import { recoverNow } from '#testing/recover.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { CHALLENGED, DECLINED } from '../support/paying.ts'

interface Challenge {
  shop: Shop
  payment_id: string
  path: string
  page: string
}

/** A payment that waits for its customer on the bank's page. */
async function challenged(body: object = {}): Promise<Challenge & AsyncDisposable> {
  const shop = await harness({ env: (await testBank()).env })
  const made = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    ...withCard(CHALLENGED),
    ...body,
  })
  assert.equal(made.body.status, 'requires_action', made.text)
  const { payment_id, next_action } = made.body
  const page = next_action.redirect_to_url as string
  const path = `/payments/${payment_id}`
  return {
    shop,
    payment_id,
    path,
    page,
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

async function choose(page: string, choice: string): Promise<void> {
  await fetch(page, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
}

async function chargedAtBank(payment_id: string): Promise<number> {
  const facts = (await (await testBank()).log()).filter((fact) => fact.reference === payment_id)
  const sum = (effect: string) =>
    facts.filter((fact) => fact.effect === effect).reduce((n, fact) => n + fact.amount, 0)
  return sum('charged') + sum('captured')
}

async function openOperations({ shop, payment_id }: Challenge): Promise<string[]> {
  const rows = await shop.services.db.run<{ kind: string }>(
    `select kind from operations where merchant_id = $1 and object_id = $2
     and status in ('sent', 'challenge', 'pending')`,
    [shop.merchant.merchant_id, payment_id],
  )
  return rows.map((row) => row.kind)
}

async function toldOf({ shop, payment_id }: Challenge): Promise<string[]> {
  const rows = await shop.services.db.run<{ event_type: string }>(
    'select event_type from events where merchant_id = $1 and object_id = $2 order by sequence',
    [shop.merchant.merchant_id, payment_id],
  )
  return rows.map((row) => row.event_type)
}

/** Polls this shop's open operations, as a worker would a few minutes later. */
async function recover(shop: Shop): Promise<void> {
  shop.clock.advance(5 * 60_000)
  await recoverNow(shop.services, shop.merchant.merchant_id)
}

test('a payment cancelled while its customer was on the page: the page is closed and nothing stays open', async () => {
  await using one = await challenged()

  const cancelled = await one.shop.post(`${one.path}/cancel`, {})
  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
  await choose(one.page, 'approve')
  await recover(one.shop)

  assert.equal((await one.shop.get(one.path)).body.status, 'cancelled')
  assert.deepEqual(await openOperations(one), [])
  assert.equal(await chargedAtBank(one.payment_id), 0)
})

test('the bank reports a closed page before it answers the cancellation that closed it', async () => {
  await using one = await challenged()

  const headers = { 'X-Sandbox-Delay-Ms': '700' }
  const cancelled = await one.shop.post(`${one.path}/cancel`, {}, { headers })
  await recover(one.shop)

  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal(cancelled.body.status, 'cancelled')
  assert.equal((await one.shop.get(one.path)).body.status, 'cancelled')
  assert.deepEqual(await openOperations(one), [])
})

test('a payment confirmed again with another card: the page of the first card cannot charge as well', async () => {
  await using one = await challenged()

  const again = await one.shop.post(`${one.path}/confirm`, withCard())
  assert.equal(again.body.status, 'succeeded', again.text)
  await choose(one.page, 'approve')
  await recover(one.shop)

  assert.equal((await one.shop.get(one.path)).body.status, 'succeeded')
  assert.equal(await chargedAtBank(one.payment_id), 1000)
  assert.deepEqual(await openOperations(one), [])
})

test('an unreachable bank changes nothing about a payment that waits for its customer', async () => {
  await using one = await challenged()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })

  try {
    await recover(one.shop)
  } finally {
    await bank.desk('DELETE', '/faults')
  }
  assert.equal((await one.shop.get(one.path)).body.status, 'requires_action')
  await recover(one.shop)

  assert.equal((await one.shop.get(one.path)).body.status, 'requires_action')
  assert.deepEqual(await toldOf(one), ['action_required'])
})

test('a payment that was out of sight and waits for its customer again can be cancelled, and is not charged', async () => {
  await using one = await challenged()
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 } })
  try {
    await recover(one.shop)
  } finally {
    await bank.desk('DELETE', '/faults')
  }
  await recover(one.shop)

  const cancelled = await one.shop.post(`${one.path}/cancel`, {})
  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
  await choose(one.page, 'approve')

  assert.equal(await chargedAtBank(one.payment_id), 0)
})

test('a cancellation that comes too late, for a page that was just declined, leaves the payment failed', async () => {
  const bank = await testBank()
  // The decline arrives after the cancellation was requested and before it is answered.
  await bank.desk('POST', '/faults', { rates: { callback_late: 1 }, delay_ms: [500, 500] })
  await using one = await challenged()
  await bank.desk('DELETE', '/faults')

  await choose(one.page, 'decline')
  const headers = { 'X-Sandbox-Delay-Ms': '1500' }
  const late = await one.shop.post(`${one.path}/cancel`, {}, { headers })
  await recover(one.shop)

  assert.ok(late.status >= 400, late.text)
  assert.equal((await one.shop.get(one.path)).body.status, 'failed')
  assert.deepEqual(await openOperations(one), [])
})

/** A payment to be captured by hand whose page was approved, and the bank has not said so yet. */
async function approvedInSilence(): Promise<Challenge & AsyncDisposable> {
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { callback_late: 1 }, delay_ms: [60_000, 60_000] })
  try {
    const one = await challenged({ capture_method: 'manual' })
    await choose(one.page, 'approve')
    return one
  } finally {
    await bank.desk('DELETE', '/faults')
  }
}

/** Every ledger line, against the bank's log. */
async function checked({ shop, payment_id }: Challenge): Promise<void> {
  const facts = (await (await testBank()).log()).filter((fact) => fact.reference === payment_id)
  const books = await checkBooks(shop.services, await readBankLog(facts))
  const violations = books.findings.flatMap((finding) => finding.violations)
  assert.deepEqual(
    violations.filter((violation) => violation.object_id === payment_id),
    [],
  )
}

async function booked({ shop, payment_id }: Challenge): Promise<string[]> {
  const rows = await shop.services.db.run<{ line: string }>(
    `select concat_ws(' ', cause, amount) as line from transfers
     where merchant_id = $1 and object_id = $2 order by created, cause`,
    [shop.merchant.merchant_id, payment_id],
  )
  return rows.map((row) => row.line)
}

test('a payment cancelled in the moment its page is approved: the books say that money was held and let go', async () => {
  await using one = await approvedInSilence()

  const cancelled = await one.shop.post(`${one.path}/cancel`, {})

  assert.equal(cancelled.body.status, 'cancelled', cancelled.text)
  assert.deepEqual(await booked(one), ['hold 1000', 'release 1000'])
  assert.deepEqual(await openOperations(one), [])
  await checked(one)
})

test('a payment confirmed again in the moment its page is approved: one charge, and the first hold let go', async () => {
  await using one = await approvedInSilence()

  const again = await one.shop.post(`${one.path}/confirm`, withCard())

  assert.equal(again.body.status, 'requires_capture', again.text)
  assert.deepEqual(await booked(one), ['hold 1000', 'release 1000', 'hold 1000'])
  assert.equal(again.body.amount_capturable, 1000)
  await checked(one)
})

async function secrets(shop: Shop): Promise<number> {
  const rows = await shop.services.db.run('select 1 from vault where merchant_id = $1', [
    shop.merchant.merchant_id,
  ])
  return rows.length
}

for (const [ending, card, act] of [
  ['declined', DECLINED, undefined],
  ['failed on its page', CHALLENGED, 'decline'],
  ['called off', CHALLENGED, 'cancel'],
] as const) {
  test(`a card that was to be saved is destroyed when the payment is ${ending}`, async () => {
    await using shop = await harness({ env: (await testBank()).env })
    await shop.post('/customers', { customer_id: 'ada' })
    const made = await shop.post('/payments', {
      amount: 1000,
      currency: 'EUR',
      confirm: true,
      customer_id: 'ada',
      setup_future_usage: 'off_session',
      ...withCard(card),
    })
    const path = `/payments/${made.body.payment_id}`
    if (act === 'cancel') await shop.post(`${path}/cancel`, {})
    if (act === 'decline') await choose(made.body.next_action.redirect_to_url, 'decline')
    // A poll may get no answer from the bank.
    await eventually('the payment has ended', async () => {
      await recover(shop)
      const { status } = (await shop.get(path)).body
      return status === 'failed' || status === 'cancelled'
    })

    assert.equal(await secrets(shop), 0)
  })
}

test('a hundred simultaneous updates of one customer all succeed', async () => {
  await using shop = await harness()
  await shop.post('/customers', { customer_id: 'ada' })

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      shop.post('/customers/ada', { metadata: { [`k${n % 50}`]: String(n) } }),
    ),
  )

  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ status }) => status),
    [],
  )
  const { metadata } = (await shop.get('/customers/ada')).body
  assert.equal(Object.keys(metadata).length, 50)
})

test('a charge that never reached the bank emits an event that is on by default', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const bank = await testBank()
  await bank.desk('POST', '/faults', { rates: { error_before: 1 }, delay_ms: [0, 0] })
  const made = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    ...withCard(),
  })
  await bank.desk('DELETE', '/faults')
  assert.equal(made.body.status, 'processing', made.text)

  await recover(shop)

  const { payment_id } = made.body
  const payment = (await shop.get(`/payments/${payment_id}`)).body
  assert.deepEqual(
    [payment.status, payment.error_code],
    ['requires_payment_method', 'not_sent'],
    JSON.stringify(payment),
  )
  const event_types = await toldOf({ shop, payment_id, path: '', page: '' })
  assert.deepEqual(event_types, ['payment_processing', 'action_required'])
  assert.equal(await chargedAtBank(payment_id), 0)
})
