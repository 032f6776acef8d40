// Values that a serializer sends without being asked to: null for what is absent, and text that is no Unicode.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { refused } from '../support/expect.ts'
import { APPROVED, pay, payingShop, stands } from '../support/paying.ts'

const shop = await harness()
const paying = await payingShop()
after(async () => {
  await shop.app.close()
  await paying.app.close()
})

test('null means absent in every object of a request that creates something', async () => {
  const browser_info = { ip_address: '203.0.113.7', user_agent: 'Example', language: null }
  const payment = await pay(paying, APPROVED, { browser_info })
  const payout = await shop.post('/payouts/create', {
    amount: 500,
    currency: 'EUR',
    customer: { id: null, name: 'Ada', email: null },
  })

  stands(payment, 'succeeded')
  assert.equal(payout.status, 201, payout.text)
  assert.equal(payout.body.customer.name, 'Ada')
})

test('null does not stand for a field that is required', async () => {
  const answer = await shop.post('/payment_link', {
    amount: 500,
    currency: 'EUR',
    order_details: [{ name: null, quantity: 1, amount: 500, currency: 'EUR' }],
  })

  refused(answer, 400, 'IR_04', 'order_details.0.name')
})
