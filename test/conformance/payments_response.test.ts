// Payment: response object. Every field in the table, as create, confirm and retrieve answer it.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { billing, withCard } from '#testing/payment_body.ts'
import { ISO_UTC } from '../support/expect.ts'
import { APPROVED, arrange, pay, payingShop, sale, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant

await shop.post('/customers', { customer_id: 'ada', email: 'ada@example.com' })
const full = await pay(shop, APPROVED, {
  payment_id: 'full',
  profile_id,
  customer_id: 'ada',
  email: 'king@example.com',
  name: 'Ada King',
  phone: '7700900123',
  phone_country_code: '+44',
  description: 'Two books',
  return_url: 'https://shop.example/return',
  authentication_type: 'no_three_ds',
  setup_future_usage: 'on_session',
  merchant_order_reference_id: 'order 77',
  statement_descriptor_name: 'BOOKS',
  metadata: { order_id: '77' },
})
const bare = await shop.post('/payments', sale)
const declined = await arrange(shop, 'failed')

const exact: [field: string, value: unknown][] = [
  ['payment_id', 'full'],
  ['merchant_id', merchant_id],
  ['profile_id', profile_id],
  ['status', 'succeeded'],
  ['amount', 1000],
  ['amount_received', 1000],
  ['amount_capturable', 0],
  ['currency', 'EUR'],
  ['capture_method', 'automatic'],
  ['payment_method', 'card'],
  ['customer_id', 'ada'],
  ['email', 'king@example.com'],
  ['description', 'Two books'],
  ['statement_descriptor', 'BOOKS'],
  ['metadata', { order_id: '77' }],
  ['payment_method_type', 'credit'],
  ['authentication_type', 'no_three_ds'],
  ['return_url', 'https://shop.example/return'],
  ['setup_future_usage', 'on_session'],
  ['merchant_order_reference_id', 'order 77'],
  ['cancellation_reason', null],
  ['attempt_count', 1],
  ['next_action', null],
  ['connector', 'bank'],
  ['unified_code', null],
  ['unified_message', null],
  ['error_code', null],
  ['error_message', null],
  ['error_details', null],
]

for (const [field, value] of exact) {
  test(`${field} is in the payment object`, async () => {
    const read = await shop.get('/payments/full')

    assert.deepEqual(full.body[field], value)
    assert.deepEqual(read.body[field], value)
  })
}

test('payment_method_data.card has last4, brand, exp_month and exp_year', () => {
  const { last4, brand, exp_month, exp_year } = full.body.payment_method_data.card

  assert.deepEqual(
    { last4, brand, exp_month, exp_year },
    { last4: '4242', brand: 'visa', exp_month: '12', exp_year: '2099' },
  )
})

test('no answer holds the card number or the security code', async () => {
  const answers = [
    full,
    await pay(shop, APPROVED, withCard('4111 1111 1111 1111', { card_cvc: '9876' })),
    await shop.get('/payments/full'),
    await shop.get('/payments/list'),
    await shop.post('/payments', { ...sale, ...withCard('4111-1111-1111-1111') }),
  ]

  for (const { text } of answers) {
    assert.doesNotMatch(text, /4242424242424242|4111.?1111.?1111.?1111|card_cvc|\b9876\b/)
  }
})

test('client_secret is returned on creation', () => {
  assert.match(bare.body.client_secret, /^pay_[0-9a-z]+_secret_\w{16,}$/)
  assert.match(full.body.client_secret, /^full_secret_\w{16,}$/)
  assert.notEqual(bare.body.client_secret, full.body.client_secret)
})

test('created and modified_at are timestamps; modified_at moves with the payment', async () => {
  const { payment_id, created, modified_at } = bare.body
  shop.clock.advance(1_000)

  const after = await shop.post(`/payments/${payment_id}`, { description: 'changed' })

  assert.match(created, ISO_UTC)
  assert.match(modified_at, ISO_UTC)
  assert.equal(after.body.created, created)
  assert.ok(Date.parse(after.body.modified_at) > Date.parse(modified_at))
})

test('captured_at is a timestamp after capture and null before', async () => {
  const held = await arrange(shop, 'requires_capture')
  const path = `/payments/${held.body.payment_id}`

  const captured = await shop.post(`${path}/capture`, {})

  assert.equal(held.body.captured_at, null)
  assert.match(captured.body.captured_at, ISO_UTC)
  assert.match(full.body.captured_at, ISO_UTC)
})

test('capture_before is a timestamp while money is held', async () => {
  const held = await arrange(shop, 'requires_capture')
  const cancelled = await shop.post(`/payments/${held.body.payment_id}/cancel`, {})

  assert.match(held.body.capture_before, ISO_UTC)
  assert.equal(cancelled.body.capture_before, null)
})

test('unified_code and unified_message are on declined payments', () => {
  assert.equal(declined.body.unified_code, 'UE_1007')
  assert.equal(declined.body.unified_message, 'The card was declined by the issuer')
})

test('error_code is the acquirer code, error_message its words', () => {
  assert.equal(declined.body.error_code, '05')
  assert.equal(declined.body.error_message, 'Do not honor')
})

test('error_code is manual_review_rejected after a rejection', async () => {
  const held = await arrange(shop, 'requires_merchant_action')

  const answer = await shop.post(`/payments/${held.body.payment_id}/reject`)

  assert.equal(answer.body.error_code, 'manual_review_rejected')
  assert.equal(typeof answer.body.error_message, 'string')
})

test('error_details has unified_details, issuer_details and connector_details', () => {
  const { unified_details, issuer_details, connector_details } = declined.body.error_details

  assert.equal(typeof unified_details.category, 'string')
  assert.equal(unified_details.message, 'The card was declined by the issuer')
  assert.deepEqual(issuer_details, {
    code: '05',
    message: 'Do not honor',
    network_details: { name: 'visa' },
  })
  assert.equal(connector_details.code, '05')
  assert.equal(connector_details.message, 'Do not honor')
  assert.ok('reason' in connector_details)
})

test('unset values are null, and amounts that do not exist yet are 0', () => {
  const { body } = bare

  assert.equal(body.payment_method, null)
  assert.equal(body.payment_method_data, null)
  assert.equal(body.customer_id, null)
  assert.equal(body.captured_at, null)
  assert.equal(body.unified_code, null)
  assert.deepEqual([body.amount_received, body.amount_capturable], [0, 0])
  assert.deepEqual(body.metadata, {})
})

test('the object has the same fields in every state and in every answer', async () => {
  const fields = (body: object) => Object.keys(body).toSorted()
  const listed = await shop.get('/payments/list?limit=100')
  const expected = fields(full.body)

  for (const entry of [bare.body, declined.body, ...listed.body.data]) {
    assert.deepEqual(fields(entry), expected)
  }
})

test('nothing of the inside is shown', () => {
  const inside = ['vault_id', 'operation_id', 'authorization_id', 'version', 'transitions']

  assert.deepEqual(
    inside.filter((name) => name in full.body),
    [],
  )
})

test('a customer fills email, name and phone of the payment where it brings none', async () => {
  const customer = { name: 'Grace', phone: '5550100', phone_country_code: '+1' }
  await shop.post('/customers', { customer_id: 'grace', email: 'grace@example.com', ...customer })

  const answer = await shop.post('/payments', { ...sale, customer_id: 'grace' })

  assertStatus(answer, 'requires_payment_method')
  const { email, name, phone, phone_country_code } = answer.body
  assert.deepEqual(
    { email, name, phone, phone_country_code },
    { email: 'grace@example.com', ...customer },
  )
})

test('billing is in the payment object as it was sent', () => {
  assert.deepEqual(full.body.billing, billing)
})
