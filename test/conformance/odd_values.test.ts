// Values that a serializer sends without being asked to: null for what is absent, and text that is no Unicode.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop, assertStatus } from '../support/paying.ts'

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

  assertStatus(payment, 'succeeded')
  assert.equal(payout.status, 201, payout.text)
  assert.equal(payout.body.customer.name, 'Ada')
})

test('null for a required field is refused like its absence, at any depth', async () => {
  const item = { name: null, quantity: 1, amount: 500, currency: 'EUR' }
  const bank_transfer = { payout_method_type: 'ach', bank_account_number: null }
  const details = { return_url: null }
  const requests: [url: string, body: object, field: string][] = [
    ['/payments', { amount: null, currency: 'EUR' }, 'amount'],
    ['/payments', { amount: 500, currency: null }, 'currency'],
    ['/payouts/create', { amount: 500, currency: null }, 'currency'],
    [
      '/payouts/create',
      { amount: 500, currency: 'USD', payout_type: 'bank', payout_method_data: { bank_transfer } },
      'payout_method_data.bank_transfer.bank_account_number',
    ],
    ['/refunds', { payment_id: null }, 'payment_id'],
    ['/payment_link', { amount: 500, currency: null }, 'currency'],
    [
      '/payment_link',
      { amount: 500, currency: 'EUR', order_details: [item] },
      'order_details.0.name',
    ],
    ['/subscriptions/create', { customer_id: null }, 'customer_id'],
    [
      '/subscriptions/create',
      { customer_id: 'ada', item_price_id: 'monthly', payment_details: details },
      'payment_details.return_url',
    ],
  ]

  for (const [url, body, field] of requests) {
    const headers = { 'X-Profile-Id': shop.merchant.profile_id }
    const answer = await shop.send('POST', url, body, { headers })
    assertRefused(answer, 400, 'IR_01', field)
  }
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
    assertRefused(answer, 400, 'IR_04', field)
    assert.equal(answer.body.error.field, field)
    assert.equal(answer.body.error.errors?.[0].field, field)
  }
})

test('a NUL in a filter is refused with its name', async () => {
  assertRefused(await shop.get('/customers/list?name=a%00b'), 400, 'IR_04', 'name')
})

test('a number that is too large for JSON is not called a fraction', async () => {
  const answer = await shop.send('POST', '/payments', undefined, {
    raw: '{"amount": 1e400, "currency": "EUR"}',
    headers: { 'Content-Type': 'application/json' },
  })

  assertRefused(answer, 400, 'IR_04', 'amount')
  assert.doesNotMatch(answer.body.error.message, /fraction/)
})

test('a filter does not suggest the currency that it refuses', async () => {
  const answer = await shop.get('/payments/list?currency=XXX')

  assertRefused(answer, 400, 'IR_04', 'currency')
  assert.doesNotMatch(answer.body.error.message, /Did you mean/)
})

test('a filter in the URL of a search by POST is refused with the way to send it', async () => {
  const answer = await shop.post('/payments/list?limit=1&x=2', {})

  assertRefused(answer, 400, 'IR_04', 'limit')
  assert.match(answer.body.error.message, /Send `limit` in the body/)
  assert.equal(answer.body.error.errors.length, 2)
})

test('an unknown status is listed with the other faults of a list of plans', async () => {
  const headers = { 'X-Profile-Id': shop.merchant.profile_id }
  const url = '/subscriptions/plans?status=nope&limit=0'

  const answer = await shop.send('GET', url, undefined, { headers })

  assertRefused(answer, 400, 'IR_04', 'limit')
  assert.deepEqual(
    answer.body.error.errors.map(({ field }: { field: string }) => field),
    ['limit', 'status'],
  )
})

test('the header with the total number of users is in the OpenAPI document', async () => {
  const { body } = await shop.get('/openapi.json')
  const answer = await shop.get('/user/user/list')

  assert.ok(answer.headers.has('X-Total-Count'))
  const documented = body.paths['/user/user/list'].get.responses['200'].headers
  assert.ok('X-Total-Count' in documented)
})
