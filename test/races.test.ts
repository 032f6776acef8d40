// Two things happen to one payment, or the bank is slow to tell: found by simulation, each made certain
// here. The judge is the bank's own log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recoverPayments } from '../server/src/payments/sync.ts'
import { testBank } from '../server/src/testing/bank.ts'
import { harness, type Shop } from '../server/src/testing/harness.ts'
import { CHALLENGED, withCard } from './conformance/paying.ts'

interface Challenge {
  shop: Shop
  payment_id: string
  path: string
  page: string
}

/** A payment that waits for its customer on the bank's page. */
async function challenged(): Promise<Challenge & AsyncDisposable> {
  const shop = await harness({ env: (await testBank()).env })
  const made = await shop.post('/payments', {
    amount: 1000,
    currency: 'EUR',
    confirm: true,
    ...withCard(CHALLENGED),
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

/** What waits in this shop is asked about, as a worker would a few minutes later. */
async function recover(shop: Shop): Promise<void> {
  shop.clock.advance(5 * 60_000)
  await shop.services.db.run('update operations set check_at = null where merchant_id <> $1', [
    shop.merchant.merchant_id,
  ])
  await recoverPayments(shop.services, 100)
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

test('the bank tells that a page was closed before it answers the cancellation that closed it', async () => {
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

test('a bank that cannot be asked changes nothing about a payment that waits for its customer', async () => {
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
  // The news of the decline comes after the cancellation was asked for and before it is answered.
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
