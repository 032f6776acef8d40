// Payments where the interface leaves room for two readings: descriptors, reviews, billing, bounds, refused requests.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, arrange, pay, payingShop, sale, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const create = (body: object) => shop.post('/payments', { ...sale, ...body })

test('name and suffix of the statement descriptor are joined by a space and have at most 22 characters together', async () => {
  const named = (name: string, suffix: string) =>
    create({ statement_descriptor_name: name, statement_descriptor_suffix: suffix })

  assert.equal((await named('ACME', 'X1')).body.statement_descriptor, 'ACME X1')
  assert.equal((await named('ACME', 'S'.repeat(17))).body.statement_descriptor.length, 22)
  assertRefused(await named('ACME', 'S'.repeat(20)), 400, 'IR_04', 'statement_descriptor_suffix')
})

test('an update cannot make the statement descriptor too long either', async () => {
  const made = await create({ statement_descriptor_name: 'A'.repeat(20) })

  const answer = await shop.post(`/payments/${made.body.payment_id}`, {
    statement_descriptor_suffix: 'ORDER 7',
  })

  assertRefused(answer, 400, 'IR_04', 'statement_descriptor_suffix')
})

test('at capture prefix and suffix are joined by a space too, and a new suffix replaces the old one', async () => {
  const held = await arrange(shop, 'requires_capture', { statement_descriptor_suffix: 'OLD' })
  const other = await arrange(shop, 'requires_capture')
  const capture = ({ body }: Answer, more: object) =>
    shop.post(`/payments/${body.payment_id}/capture`, more)

  const replaced = await capture(held, { statement_descriptor_suffix: 'NEW' })
  const both = { statement_descriptor_prefix: 'BOOKS', statement_descriptor_suffix: 'PART 1' }

  assert.match(replaced.body.statement_descriptor, / NEW$/)
  assert.doesNotMatch(replaced.body.statement_descriptor, /OLD/)
  assert.equal((await capture(other, both)).body.statement_descriptor, 'BOOKS PART 1')
})

test('a descriptor needs a letter from A to Z, and the message says so', async () => {
  const answer = await create({ statement_descriptor_name: 'Ééé' })

  assertRefused(answer, 400, 'IR_04', 'statement_descriptor_name')
  assert.match(answer.body.error.message, /letters A to Z/)
})

test('while a payment is held for review nothing can be captured: amount_capturable is 0 until it is approved', async () => {
  const held = await arrange(shop, 'requires_merchant_action', { capture_method: 'manual' })
  const path = `/payments/${held.body.payment_id}`

  assert.equal(held.body.amount_capturable, 0)
  assert.equal((await shop.get(path)).body.amount_capturable, 0)
  const approved = await shop.post(`${path}/approve`, { reason: 'known', reviewer: 'ada' })
  assertStatus(approved, 'requires_capture')
  assert.equal(approved.body.amount_capturable, 1000)
  const { decision, reason, reviewer } = approved.body.merchant_decision
  assert.deepEqual([decision, reason, reviewer], ['approved', 'known', 'ada'])
})

test('a cancellation of a payment in review is 400 IR_14 and names reject', async () => {
  const held = await arrange(shop, 'requires_merchant_action')

  const answer = await shop.post(`/payments/${held.body.payment_id}/cancel`, {})

  assertRefused(answer, 400, 'IR_14')
  assert.match(answer.body.error.message, /reject/i)
})

test('after reject the payment has unified_code UE_2003 beside manual_review_rejected, and the decision', async () => {
  const held = await arrange(shop, 'requires_merchant_action')

  const answer = await shop.post(`/payments/${held.body.payment_id}/reject`, {})

  assertStatus(answer, 'failed')
  assert.equal(answer.body.unified_code, 'UE_2003')
  assert.equal(answer.body.error_code, 'manual_review_rejected')
  assert.equal(answer.body.error_details.unified_details.category, 'UE_2003')
  assert.equal(answer.body.merchant_decision.decision, 'rejected')
})

test('amount_refunded is the sum of the refunds', async () => {
  const paid = await pay(shop, APPROVED)
  const { payment_id } = paid.body
  assert.equal(paid.body.amount_refunded, 0)

  for (const amount of [300, 200]) await shop.post('/refunds', { payment_id, amount })

  assert.equal((await shop.get(`/payments/${payment_id}`)).body.amount_refunded, 500)
})

test('address and phone of the customer fill the billing of a payment', async () => {
  const { address, phone } = billing
  const customer = await shop.post('/customers', {
    address,
    phone: phone.number,
    phone_country_code: phone.country_code,
  })
  const { customer_id } = customer.body

  const answer = await pay(shop, APPROVED, { customer_id, billing: undefined })

  assertStatus(answer, 'succeeded')
  assert.deepEqual(answer.body.billing.phone, phone)
  assert.equal(answer.body.billing.address.city, address.city)
})

test('a one-step create whose acquirer is down names the payment that waits: details.payment_id', async () => {
  const body = { ...sale, confirm: true, ...withCard() }
  const answer = await shop.post('/payments', body, { headers: { 'X-Sandbox-Acquirer': 'down' } })

  assertRefused(answer, 502, 'CE_01')
  const { payment_id } = answer.body.error.details
  assert.match(answer.body.error.message, new RegExp(payment_id))
  assertStatus(await shop.get(`/payments/${payment_id}`), 'requires_confirmation')
})

for (const ip_address of ['nope', '1.2.3', '256.1.1.1', '1.2.3.4.5', ':', 'fe80::zz', '']) {
  test(`browser_info.ip_address "${ip_address}" is no address: 400 IR_04`, async () => {
    assertRefused(
      await create({ browser_info: { ip_address } }),
      400,
      'IR_04',
      'browser_info.ip_address',
    )
  })
}

test('browser_info.ip_address takes IPv4 and IPv6', async () => {
  for (const ip_address of ['203.0.113.7', '::1', '2001:db8::8a2e:370:7334', '::ffff:192.0.2.1']) {
    assertStatus(await create({ browser_info: { ip_address } }), 'requires_payment_method')
  }
})

test('free text is bounded: description has up to 1,000 characters', async () => {
  assertStatus(await create({ description: 'x'.repeat(1_000) }), 'requires_payment_method')
  assertRefused(await create({ description: 'x'.repeat(1_001) }), 400, 'IR_04', 'description')
})

test('codes of funds and metals are not currencies of a payment', async () => {
  for (const currency of ['CLF', 'XAU', 'XXX']) {
    assertRefused(await create({ currency }), 400, 'IR_04', 'currency')
  }
})

test('a key is not used up by a request that found nothing: the corrected one can use it', async () => {
  const headers = { 'Idempotency-Key': 'corrected-1' }
  const send = (body: object) => shop.post('/payments', { ...sale, ...body }, { headers })

  assertRefused(await send({ customer_id: 'nobody' }), 404, 'IR_05')
  const made = await send({})
  const again = await send({})

  assertStatus(made, 'requires_payment_method')
  assert.equal(again.body.payment_id, made.body.payment_id)
  assertRefused(await send({ amount: 1 }), 422, 'IR_29')
})

test('a publishable key without a client_secret gets 400 IR_01, which names the field', async () => {
  const made = await create({})
  const browser = shop.with(shop.merchant.publishable_key)

  const answer = await browser.get(`/payments/${made.body.payment_id}`)

  assertRefused(answer, 400, 'IR_01', 'client_secret')
})

test('an unknown parameter of a read is refused, as everywhere', async () => {
  const made = await create({})

  const answer = await shop.get(`/payments/${made.body.payment_id}?force_sync=true`)

  assertRefused(answer, 400, 'IR_04', 'force_sync')
})
