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

test('text that cannot be stored is refused with the name of its field', async () => {
  const texts: [body: string, field: string | undefined][] = [
    ['{"metadata": {"note": "a\\u0000b"}}', 'metadata.note'],
    ['{"address": {"city": "\\ud800"}}', 'address.city'],
    ['{"metadata": {"\\udc00": "a"}}', 'metadata'],
    ['{"\\u0000": "a"}', undefined],
  ]

  for (const [raw, field] of texts) {
    const answer = await shop.send('POST', '/customers', undefined, {
      raw,
      headers: { 'Content-Type': 'application/json' },
    })
    refused(answer, 400, 'IR_04', field)
    assert.equal(answer.body.error.field, field)
    assert.equal(answer.body.error.errors?.[0].field, field)
  }
})

test('a NUL in a filter is refused with its name', async () => {
  refused(await shop.get('/customers/list?name=a%00b'), 400, 'IR_04', 'name')
})
