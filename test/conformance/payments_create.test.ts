// Payment: create request. Every row in the field table, then billing, shipping and browser_info.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CreatePayment } from '#resources/payments/payments/schema.ts'
import type { Answer } from '#testing/client.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, facts, pay, payingShop, sale, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant
const profiles = `/account/${merchant_id}/business_profile`

function create(body: object): Promise<Answer> {
  return shop.post('/payments', { ...sale, ...body })
}

/** Text fields and the like: what is sent comes back, now and on retrieval. */
const stored: [field: string, what: string, value: unknown][] = [
  ['amount', 'lowest currency unit', 1],
  ['amount', 'lowest currency unit, the largest', 999_999_999_999],
  ['currency', 'three-letter ISO 4217 code', 'JPY'],
  ['profile_id', 'business profile of the payment', profile_id],
  ['payment_id', 'merchant-chosen id', 'Order_77-a'],
  ['description', 'free text', 'Zwei Bücher – 本'],
  ['return_url', 'redirect target after payment', 'https://shop.example/return?a=b'],
  ['capture_method', 'automatic', 'automatic'],
  ['capture_method', 'manual', 'manual'],
  ['capture_method', 'manual_multiple is also named for capture', 'manual_multiple'],
  ['authentication_type', 'three_ds', 'three_ds'],
  ['authentication_type', 'no_three_ds', 'no_three_ds'],
  ['email', 'customer email', 'ada@example.com'],
  ['name', 'customer name', 'Ada King'],
  ['phone', 'phone number without country code', '7700900123'],
  ['phone_country_code', 'such as +1', '+1'],
  ['payment_method', 'category', 'bank_transfer'],
  ['shipping', 'same shape as billing', billing],
  ['setup_future_usage', 'on_session', 'on_session'],
  ['setup_future_usage', 'off_session', 'off_session'],
  ['merchant_order_reference_id', 'merchant reference', 'order 77'],
  ['metadata', 'returned on retrieval', { order_id: '77', 'a b': 'é' }],
  [
    'order_details',
    'each entry with name, quantity, amount, currency',
    [{ name: 'Book', quantity: 2, amount: 500, currency: 'EUR' }],
  ],
]

for (const [field, what, value] of stored) {
  test(`${field}: ${what}`, async () => {
    const answer = await create({ [field]: value })

    assertStatus(answer, 'requires_payment_method')
    assert.deepEqual(answer.body[field], value)
    const read = await shop.get(`/payments/${answer.body.payment_id}`)
    assert.deepEqual(read.body[field], value)
  })
}

const optional = Object.keys(CreatePayment.properties).filter(
  (name) => !CreatePayment.required.some((each) => each === name),
)
for (const field of optional) {
  test(`${field}: null means absent`, async () => {
    const absent = await create({ [field]: undefined })
    const answer = await create({ [field]: null })

    assert.equal(answer.status, absent.status, answer.text)
    assert.deepEqual(unique(answer.body), unique(absent.body))
  })
}

/** Without the fields that differ from one payment to the next. */
function unique(payment: Record<string, unknown>) {
  const own = new Set(['payment_id', 'client_secret', 'created', 'modified_at'])
  return Object.fromEntries(Object.entries(payment).filter(([name]) => !own.has(name)))
}

for (const field of ['amount', 'currency']) {
  test(`${field} is required: 400 IR_01`, async () => {
    assertRefused(await create({ [field]: undefined }), 400, 'IR_01', field)
    assertRefused(await create({ [field]: null }), 400, 'IR_01', field)
  })
}

const entry = { name: 'Book', quantity: 1, amount: 500, currency: 'EUR' }

const bad: [field: string, value: unknown, path?: string][] = [
  ['amount', '1000'],
  ['amount', 10.5],
  ['amount', 0],
  ['amount', -1],
  ['amount', 1_000_000_000_000],
  ['currency', 'EURO'],
  ['currency', 'eur'],
  ['currency', 'XXX'],
  ['currency', 'ZZZ'],
  ['currency', 978],
  ['payment_id', ''],
  ['payment_id', 'a'.repeat(65)],
  ['payment_id', 'no spaces'],
  ['payment_id', 'é'],
  ['payment_id', 'list'],
  ['payment_id', 7],
  ['confirm', 'true'],
  ['description', 7],
  ['return_url', 'shop.example/return'],
  ['return_url', 'javascript:alert(1)'],
  ['capture_method', 'scheduled'],
  ['capture_method', 'Manual'],
  ['authentication_type', '3ds'],
  ['email', 'no'],
  ['name', 7],
  ['phone', 'call me'],
  ['phone_country_code', '1'],
  ['payment_method', 'cash'],
  ['payment_method_type', 'cash'],
  ['payment_method_data', 'card'],
  ['billing', 'Leeds'],
  ['shipping', 'Leeds'],
  ['setup_future_usage', 'always'],
  ['metadata', 'text'],
  ['metadata', { nested: {} }, 'metadata.nested'],
  ['browser_info', 'Firefox'],
  ['order_details', entry],
  ['order_details', [{ ...entry, quantity: 0 }], 'order_details.0.quantity'],
  ['order_details', [{ ...entry, amount: 1.5 }], 'order_details.0.amount'],
  ['order_details', [{ ...entry, currency: 'EURO' }], 'order_details.0.currency'],
  ['order_details', [{ ...entry, colour: 'red' }], 'order_details.0.colour'],
]

for (const [field, value, path] of bad) {
  const displayed = JSON.stringify(value).slice(0, 40)

  test(`${field} cannot be ${displayed}: 400 IR_04`, async () => {
    assertRefused(await create({ [field]: value }), 400, 'IR_04', path ?? field)
  })
}

for (const name of ['items', 'line_items', 'cart_items', 'surprise']) {
  test(`the name \`${name}\` must not be used: 400 IR_04`, async () => {
    assertRefused(await create({ [name]: [] }), 400, 'IR_04', name)
  })
}

for (const name of ['name', 'quantity', 'amount', 'currency']) {
  test(`an entry of order_details without ${name} is 400 IR_01`, async () => {
    const answer = await create({ order_details: [{ ...entry, [name]: undefined }] })

    assertRefused(answer, 400, 'IR_01', `order_details.0.${name}`)
  })
}

test('profile_id: absent means the default profile, however many there are', async () => {
  const { client, merchant } = await shop.neighbour()
  const theirs = `/account/${merchant.merchant_id}/business_profile`
  const alone = await client.post('/payments', sale)
  const second = await client.post(theirs, { profile_name: 'second' })

  const absent = await client.post('/payments', sale)
  const named = await client.post('/payments', { ...sale, profile_id: second.body.profile_id })

  assert.equal(alone.body.profile_id, merchant.profile_id)
  assert.equal(absent.body.profile_id, merchant.profile_id)
  assert.equal(named.body.profile_id, second.body.profile_id)
})

test("profile_id: unknown, or another merchant's: 404 IR_05", async () => {
  const { merchant } = await shop.neighbour()

  assertRefused(await create({ profile_id: 'pro_nobody' }), 404, 'IR_05')
  assertRefused(await create({ profile_id: merchant.profile_id }), 404, 'IR_05')
})

test('payment_id: generated when omitted, each time another one', async () => {
  const [first, second] = [await create({}), await create({})]

  assert.match(first.body.payment_id, /^pay_[0-9a-z]{26}$/)
  assert.notEqual(first.body.payment_id, second.body.payment_id)
})

test('payment_id: unique per merchant: 409 HE_01 names the existing one, and nothing is charged twice', async () => {
  const body = { payment_id: 'unique-1', confirm: true, ...withCard() }
  const first = await create(body)

  const again = await create(body)

  assertRefused(again, 409, 'HE_01', 'payment_id')
  assert.deepEqual(again.body.error.details, { existing_id: 'unique-1' })
  assert.deepEqual((await shop.get('/payments/unique-1')).body, first.body)
  assert.deepEqual(await facts('unique-1'), [['charged', 1000]])
})

test('payment_id: two merchants may choose the same', async () => {
  const { client } = await shop.neighbour()
  await create({ payment_id: 'common' })

  assertStatus(
    await client.post('/payments', { ...sale, payment_id: 'common' }),
    'requires_payment_method',
  )
})

test('confirm: true confirms and authorizes right after creation', async () => {
  assertStatus(await create({ confirm: true, ...withCard() }), 'succeeded')
})

test('confirm: false leaves confirmation to a later call', async () => {
  const made = await create({ confirm: false, ...withCard() })

  assertStatus(made, 'requires_confirmation')
  assertStatus(await shop.post(`/payments/${made.body.payment_id}/confirm`, {}), 'succeeded')
})

test('customer_id: must be the id of an existing customer: 404 IR_05', async () => {
  const { client } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'theirs' })
  await shop.post('/customers', { customer_id: 'deleted' })
  await shop.delete('/customers/deleted')

  assertRefused(await create({ customer_id: 'invented' }), 404, 'IR_05')
  assertRefused(await create({ customer_id: 'theirs' }), 404, 'IR_05')
  assertRefused(await create({ customer_id: 'deleted' }), 404, 'IR_05')
})

test('customer_id: the id returned by the customer routes is taken', async () => {
  const { customer_id } = (await shop.post('/customers', {})).body

  assert.equal((await create({ customer_id })).body.customer_id, customer_id)
})

test('customer_id: omitted for one-off payments, with customer details on the payment', async () => {
  const details = { email: 'once@example.com', name: 'Once', phone: '1', phone_country_code: '+1' }

  const answer = await pay(shop, APPROVED, details)

  assertStatus(answer, 'succeeded')
  assert.equal(answer.body.customer_id, null)
  assert.equal(answer.body.email, 'once@example.com')
})

test('return_url: that of the profile unless one is sent', async () => {
  const { client, merchant } = await shop.neighbour()
  const path = `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`
  await client.post(path, { return_url: 'https://profile.example/' })

  const answer = await client.post('/payments', sale)

  assert.equal(answer.body.return_url, 'https://profile.example/')
})

test('capture_method: automatic is the default', async () => {
  assert.equal((await create({})).body.capture_method, 'automatic')
})

test('authentication_type: three_ds enforces 3-D Secure', async () => {
  const asked = await pay(shop, '4000000000000077', { authentication_type: 'three_ds' })

  assertStatus(asked, 'requires_action')
})

test('authentication_type: no_three_ds skips it, and the issuer may still challenge', async () => {
  const skipped = await pay(shop, '4000000000000077', { authentication_type: 'no_three_ds' })
  const challenged = await pay(shop, '4000003800000446', { authentication_type: 'no_three_ds' })

  assertStatus(skipped, 'succeeded')
  assertStatus(challenged, 'requires_action')
})

test('payment_method: required when confirm is true', async () => {
  const answer = await pay(shop, APPROVED, { payment_method: undefined })

  assertRefused(answer, 400, 'IR_01', 'payment_method')
})

test('payment_method_data: required when confirming with direct details', async () => {
  const answer = await pay(shop, APPROVED, { payment_method_data: undefined })

  assertRefused(answer, 400, 'IR_01', 'payment_method_data')
})

test('statement_descriptor_suffix: appended to the default statement descriptor', async () => {
  const plain = await create({})
  const answer = await create({ statement_descriptor_suffix: 'ORDER 7' })

  assert.ok(answer.body.statement_descriptor.startsWith(plain.body.statement_descriptor))
  assert.ok(answer.body.statement_descriptor.endsWith('ORDER 7'))
})

test('statement_descriptor_suffix: appended, not cut off, when the default is long', async () => {
  const profile = await shop.post(profiles, { profile_name: 'The Long Name Book Company' })
  const { profile_id: long } = profile.body

  const answer = await create({ profile_id: long, statement_descriptor_suffix: 'ORDER 7' })
  // A profile in use cannot be deleted, and the other tests count on one profile.
  await shop.post(`/payments/${answer.body.payment_id}/cancel`, {})
  assert.equal((await shop.delete(`${profiles}/${long}`)).status, 200)

  assertStatus(answer, 'requires_payment_method')
  assert.match(answer.body.statement_descriptor, /ORDER 7$/)
  assert.ok(answer.body.statement_descriptor.length <= 22)
})

test('order_details: a payment may have none', async () => {
  assert.equal((await create({})).body.order_details, null)
})
