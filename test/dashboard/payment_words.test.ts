// A payment's words are the same on every page about it, and its steps have exact times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testBank } from '#testing/bank.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { APPROVED, pay, sale } from '../support/paying.ts'
import { openStage, visitAs } from './dashboard.ts'

const { browser, shop } = await openStage(harness({ env: (await testBank()).env }))

test("a refunded payment has the same status on the refund's page as on its own", async () => {
  const { payment_id } = (await pay(shop, APPROVED)).body
  const { refund_id } = (await shop.post('/refunds', { payment_id })).body
  await using visit = await visitAs(browser, shop, 'merchant_view_only')

  await visit.open(`/payments/${payment_id}`)
  await visit.page.getByText('Paid, then refunded').first().waitFor()
  await visit.open(`/refunds/${refund_id}`)

  await visit.card('Payment').getByText('Paid, then refunded').waitFor()
  assert.deepEqual(visit.faults, [])
})

test('each step of a timeline has its time to the second', async () => {
  const { payment_id } = (await pay(shop, APPROVED)).body
  await using visit = await visitAs(browser, shop, 'merchant_view_only')

  await visit.open(`/payments/${payment_id}`)
  const times = visit.card('Timeline').locator('time')
  await times.first().waitFor()

  for (const time of await times.allInnerTexts()) assert.match(time, /\d{1,2}:\d{2}:\d{2}/)
})

test('3-D Secure is a fact of payments by card alone', async () => {
  const card = (await pay(shop, APPROVED)).body.payment_id
  const coin = { pay_currency: 'BTC', wallet_address: 'bc1qexample' }
  const method = {
    payment_method: 'crypto',
    payment_method_type: 'crypto_currency',
    payment_method_data: { crypto: coin },
  }
  const return_url = 'https://shop.example/'
  const other = await shop.post('/payments', paymentBody({ ...sale, ...method, return_url }))
  assert.equal(other.status, 200, other.text)
  await using visit = await visitAs(browser, shop, 'merchant_view_only')
  const facts = visit.page.locator('main dl').first()

  await visit.open(`/payments/${card}`)
  await facts.getByText('3-D Secure').waitFor()
  await visit.open(`/payments/${other.body.payment_id}`)
  await facts.getByText('Method').waitFor()

  assert.equal(await facts.getByText('3-D Secure').count(), 0)
})
