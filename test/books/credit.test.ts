// Credit, and what people decide about it, as the doctor sees it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import { delayBank, testBank } from '#testing/bank.ts'
import type { Client } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'
import {
  createPrice,
  DECLINED_LATER,
  assertSubscriptionStatus,
  partlyPaid,
  pathOf,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'
import { check, proposed } from './checked.ts'

// Payments pending at the bank stay pending.
delayBank(600_000)

async function openShop(): Promise<Shop> {
  return harness({ env: (await testBank()).env })
}

async function run({ services, merchant }: Shop, ...statements: string[]): Promise<void> {
  for (const each of statements) await services.db.run(each, [merchant.merchant_id])
}

const NOW = { cancel_option: 'immediately', credit_option: 'full' }

async function cancelledWithCredit(client: Client) {
  const made = await subscribed(client)
  assertSubscriptionStatus(await client.post(`${pathOf(made)}/cancel`, NOW), 'cancelled')
  return made.body
}

test('credit may follow a refund within minutes, and is a violation later', async () => {
  await using shop = await openShop()
  const { payment } = await cancelledWithCredit(withProfile(shop))
  const refund = await shop.post('/refunds', { payment_id: payment.payment_id, amount: 300 })
  assert.equal(refund.status, 201, refund.text)
  assert.deepEqual((await check(shop)).violations, [])

  await run(
    shop,
    `delete from transfers where merchant_id = $1 and cause = 'credit_use'`,
    `delete from credit_entries where merchant_id = $1 and reason = 'refund'`,
    `update credit_balances set amount = 1000 where merchant_id = $1`,
  )

  assert.deepEqual((await check(shop)).violations, [])
  shop.clock.advance(10 * MINUTE_MS)
  const late = await check(shop)
  assert.deepEqual(late.violations, ['18 its credit is 1000, it received 1000 and gave back 300'])
})

test('a part of an invoice may wait for the merchant, be accepted or become credit', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const [waiting, accepted, voided] = [
    await partlyPaid(shop, client),
    await partlyPaid(shop, client),
    await partlyPaid(shop, client),
  ]
  await client.post(`/invoices/${accepted.body.invoice.id}/resolve`, { action: 'accept' })
  await client.post(`/invoices/${voided.body.invoice.id}/resolve`, { action: 'void' })
  shop.clock.advance(10 * MINUTE_MS)

  assert.deepEqual((await check(shop)).violations, [])

  await run(shop, `update invoices set accepted_amount = null where merchant_id = $1`)
  const { violations } = await check(shop)
  const { id } = accepted.body.invoice
  assert.ok(
    violations.includes(`13 paid 400 of ${id}, which is invoice_paid`),
    violations.join('\n'),
  )
  assert.equal(waiting.body.status, 'pending')
})

test('a part that an earlier release took for the whole amount is accepted by the request in the list', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const { body } = await partlyPaid(shop, client)
  const path = `/invoices/${body.invoice.id}/resolve`
  assert.equal((await client.post(path, { action: 'accept' })).status, 200)
  await run(shop, `update invoices set accepted_amount = null where merchant_id = $1`)
  const { violations } = await check(shop)

  const wanted = proposed(violations.find((line) => line.includes('/resolve')) ?? '')

  assert.deepEqual(wanted, { method: 'POST', path, body: { action: 'accept' } })
  assert.equal((await client.post(path, { action: 'void' })).status, 400)
  assert.equal((await client.post(path, wanted.body)).status, 200)
  assert.deepEqual((await check(shop)).violations, [])
  assert.equal((await client.post(path, wanted.body)).status, 400)
})

test('a plan change that waits for its payment is no violation, and the request in the list undoes it', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const made = await subscribed(client, {}, { card: DECLINED_LATER })
  const dearer = await createPrice(client, { amount: 5000 })
  assertSubscriptionStatus(await client.put(`${pathOf(made)}/update`, dearer), 'unpaid')

  const { violations, decisions } = await check(shop)

  assert.deepEqual(violations, [])
  assert.equal(decisions.length, 1)
  assert.match(decisions[0] ?? '', /^changes to price_\w+ when \d+ for inv_\w+ is paid, until 20/)
  const { method, path, body } = proposed(decisions[0] ?? '')
  assertSubscriptionStatus(await client.send(method, path, body), 'active')
  assert.deepEqual(await check(shop), { violations: [], decisions: [] })
})

test('credit of an earlier release that never was money is listed with the request that takes it away', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const made = await cancelledWithCredit(client)
  await run(
    shop,
    // As an earlier release wrote it, which booked nothing and named no payment.
    `insert into credit_entries (merchant_id, entry_id, customer_id, currency, amount, reason, subscription_id, created)
     select merchant_id, 'cre_old', customer_id, 'EUR', 99000, 'cancellation', subscription_id, created
     from subscriptions where merchant_id = $1`,
    `update credit_balances set amount = amount + 99000 where merchant_id = $1`,
  )

  const { violations, decisions } = await check(shop)

  assert.deepEqual(violations, [])
  const path = `/customers/${made.customer_id}/credit`
  const body = { currency: 'EUR', amount: -99000, reason: 'Granted without money' }
  assert.equal(
    decisions[0],
    `99000 of its 100000 EUR of credit, granted for ${made.id}, never was money; to take it away: POST ${path} ${JSON.stringify(body)}`,
  )
  assert.deepEqual(proposed(decisions[0] ?? ''), { method: 'POST', path, body })
  const answer = await client.post(path, body)
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body.balances, [{ currency: 'EUR', amount: 1000 }])
  assert.deepEqual(await check(shop), { violations: [], decisions: [] })
})

test('a free payment is in the payment list, and is no violation', async () => {
  await using shop = await openShop()
  const client = withProfile(shop)
  const made = await subscribed(client)
  const cheaper = await createPrice(client, { amount: 100 })

  const changed = await client.put(`${pathOf(made)}/update`, cheaper)

  assertSubscriptionStatus(changed, 'active')
  const { payment_id } = changed.body.payment
  const { body: list } = await client.get('/payments/list')
  const free = list.data.find((each: { payment_id: string }) => each.payment_id === payment_id)
  assert.deepEqual([free.status, free.amount], ['succeeded', 0])
  shop.clock.advance(10 * MINUTE_MS)
  assert.deepEqual(await check(shop), { violations: [], decisions: [] })
})
