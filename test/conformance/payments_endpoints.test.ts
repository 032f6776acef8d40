// Payments endpoints: each row in the route table, the fields it takes and the errors it gives.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import {
  APPROVED,
  arrange,
  CHALLENGED,
  facts,
  finish,
  pay,
  payingShop,
  sale,
  assertStatus,
} from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { client: neighbour } = await shop.neighbour()

const pathOf = (payment: Answer) => `/payments/${payment.body.payment_id}`

test('POST /payments: payment object, status requires_payment_method when not confirmed', async () => {
  assertStatus(await shop.post('/payments', sale), 'requires_payment_method')
})

test('POST /payments needs a body: 400', async () => {
  assertRefused(await shop.post('/payments'), 400, 'IR_01')
})

test('GET /payments/:payment_id: payment object', async () => {
  const made = await pay(shop, APPROVED)

  const answer = await shop.get(pathOf(made))

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, made.body)
})

const verbs = ['', '/confirm', '/capture', '/cancel', '/approve', '/reject']
const bodies: Readonly<Record<string, object>> = { '/confirm': withCard() }

test('GET /payments/:payment_id: an unknown id gives error code IR_05', async () => {
  assertRefused(await shop.get('/payments/nobody'), 404, 'IR_05')
})

for (const verb of verbs) {
  test(`POST /payments/:payment_id${verb}: an unknown id gives 404 IR_05`, async () => {
    assertRefused(await shop.post(`/payments/nobody${verb}`, bodies[verb] ?? {}), 404, 'IR_05')
  })

  test(`POST /payments/:payment_id${verb}: another merchant's id gives 404 IR_05 and changes nothing`, async () => {
    const made = await arrange(shop, 'requires_capture')

    assertRefused(await neighbour.post(`${pathOf(made)}${verb}`, bodies[verb] ?? {}), 404, 'IR_05')
    assert.deepEqual((await shop.get(pathOf(made))).body, made.body)
  })
}

for (const verb of verbs.filter((verb) => verb !== '/reject')) {
  test(`POST /payments/:payment_id${verb}: an unknown field is 400 IR_04`, async () => {
    const made = await arrange(shop, 'requires_payment_method')

    const answer = await shop.post(`${pathOf(made)}${verb}`, { ...bodies[verb], surprise: 1 })

    assertRefused(answer, 400, 'IR_04', 'surprise')
  })
}

test("GET /payments/:payment_id: another merchant's id gives 404 IR_05", async () => {
  const made = await shop.post('/payments', sale)

  assertRefused(await neighbour.get(pathOf(made)), 404, 'IR_05')
})

const updates: [field: string, value: unknown][] = [
  ['amount', 2000],
  ['currency', 'USD'],
  ['description', 'changed'],
  ['email', 'changed@example.com'],
  ['name', 'Changed'],
  ['phone', '5550100'],
  ['phone_country_code', '+1'],
  ['return_url', 'https://changed.example/'],
  ['capture_method', 'manual'],
  ['authentication_type', 'three_ds'],
  ['payment_method', 'card'],
  ['payment_method_type', 'debit'],
  ['billing', billing],
  ['shipping', billing],
  ['setup_future_usage', 'off_session'],
  ['merchant_order_reference_id', 'order 78'],
  ['order_details', [{ name: 'Book', quantity: 1, amount: 1000, currency: 'EUR' }]],
  ['metadata', { order_id: '78' }],
]

for (const [field, value] of updates) {
  test(`POST /payments/:payment_id updates ${field} before confirmation`, async () => {
    const made = await arrange(shop, 'requires_payment_method')

    const answer = await shop.post(pathOf(made), { [field]: value })

    assertStatus(answer, 'requires_payment_method')
    assert.deepEqual(answer.body[field], value)
    assert.deepEqual((await shop.get(pathOf(made))).body, answer.body)
  })
}

test('POST /payments/:payment_id updates customer_id to an existing customer only', async () => {
  const made = await arrange(shop, 'requires_payment_method')
  await shop.post('/customers', { customer_id: 'ada' })

  assertRefused(await shop.post(pathOf(made), { customer_id: 'nobody' }), 404, 'IR_05')
  assert.equal((await shop.post(pathOf(made), { customer_id: 'ada' })).body.customer_id, 'ada')
})

test('POST /payments/:payment_id updates the statement descriptor by its name and suffix', async () => {
  const made = await arrange(shop, 'requires_payment_method', {
    statement_descriptor_name: 'BOOKS',
  })

  const suffixed = await shop.post(pathOf(made), { statement_descriptor_suffix: '7' })
  const renamed = await shop.post(pathOf(made), { statement_descriptor_name: 'PAPER' })

  assert.equal(suffixed.body.statement_descriptor, 'BOOKS 7')
  assert.equal(renamed.body.statement_descriptor, 'PAPER 7')
})

test('POST /payments/:payment_id: a suffix that is updated twice replaces the first', async () => {
  const made = await arrange(shop, 'requires_payment_method')
  const plain = made.body.statement_descriptor

  await shop.post(pathOf(made), { statement_descriptor_suffix: 'A' })
  const answer = await shop.post(pathOf(made), { statement_descriptor_suffix: 'B' })

  assert.equal(answer.body.statement_descriptor, `${plain} B`)
})

test('POST /payments/:payment_id: the amount that is charged is the updated one', async () => {
  const made = await arrange(shop, 'requires_confirmation')
  await shop.post(pathOf(made), { amount: 2500, currency: 'USD' })

  const answer = await shop.post(`${pathOf(made)}/confirm`, {})

  assertStatus(answer, 'succeeded')
  assert.equal(answer.body.amount_received, 2500)
  assert.deepEqual(await facts(made.body.payment_id), [['charged', 2500]])
})

test('POST /payments/:payment_id with confirm true: update, then confirm', async () => {
  const made = await arrange(shop, 'requires_payment_method')

  const answer = await shop.post(pathOf(made), { amount: 2000, confirm: true, ...withCard() })

  assertStatus(answer, 'succeeded')
  assert.equal(answer.body.amount_received, 2000)
})

for (const field of ['payment_id', 'profile_id', 'merchant_id', 'status']) {
  test(`POST /payments/:payment_id: ${field} cannot be updated: 400 IR_04`, async () => {
    const made = await arrange(shop, 'requires_payment_method')

    assertRefused(await shop.post(pathOf(made), { [field]: 'other' }), 400, 'IR_04', field)
  })
}

test('POST /payments/:payment_id/confirm takes payment_method, type, data, billing, return_url and browser_info', async () => {
  const made = await arrange(shop, 'requires_payment_method')
  const browser_info = {
    ip_address: '203.0.113.7',
    user_agent: 'Mozilla/5.0',
    accept_header: 'text/html',
    language: 'en-GB',
    java_script_enabled: true,
  }
  const return_url = 'https://shop.example/return'

  const answer = await shop.post(`${pathOf(made)}/confirm`, {
    ...withCard(),
    return_url,
    browser_info,
  })

  assertStatus(answer, 'succeeded')
  assert.equal(answer.body.return_url, return_url)
  assert.equal(answer.body.payment_method_type, 'credit')
  assert.deepEqual(answer.body.billing, billing)
})

test('POST /payments/:payment_id/confirm without an instrument, sent or stored: 400 IR_01', async () => {
  const made = await arrange(shop, 'requires_payment_method')

  assertRefused(await shop.post(`${pathOf(made)}/confirm`, {}), 400, 'IR_01', 'payment_method_data')
})

test('POST /payments/:payment_id/confirm needs no body when the instrument is stored', async () => {
  const made = await arrange(shop, 'requires_confirmation')

  assertStatus(await shop.post(`${pathOf(made)}/confirm`), 'succeeded')
})

test('the browser is sent on to the return_url with payment_id and status', async () => {
  const return_url = 'https://shop.example/return?cart=7'
  const made = await pay(shop, CHALLENGED, { return_url })
  assertStatus(await finish(shop, made, 'approve'), 'succeeded')
  const page = await fetch(made.body.next_action.redirect_to_url)
  const back = /class="back" href="([^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&')

  const answer = await fetch(back ?? '', { redirect: 'manual' })

  assert.equal(answer.status, 303)
  const target = new URL(answer.headers.get('Location') ?? '')
  assert.equal(`${target.origin}${target.pathname}`, 'https://shop.example/return')
  assert.deepEqual(Object.fromEntries(target.searchParams), {
    cart: '7',
    payment_id: made.body.payment_id,
    status: 'succeeded',
  })
})

test('POST capture: payment object with status, amounts, currency, capture_method and captured_at', async () => {
  const held = await arrange(shop, 'requires_capture')

  const { body } = await shop.post(`${pathOf(held)}/capture`, { amount_to_capture: 600 })

  const { status, amount, amount_received, amount_capturable, currency, capture_method } = body
  assert.deepEqual(
    { status, amount, amount_received, amount_capturable, currency, capture_method },
    {
      status: 'succeeded',
      amount: 1000,
      amount_received: 600,
      amount_capturable: 0,
      currency: 'EUR',
      capture_method: 'manual',
    },
  )
  assert.match(body.captured_at, ISO_UTC)
})

test('POST capture: amount_to_capture defaults to the full authorized amount, with and without a body', async () => {
  const [first, second] = [
    await arrange(shop, 'requires_capture'),
    await arrange(shop, 'requires_capture'),
  ]

  const empty = await shop.post(`${pathOf(first)}/capture`, {})
  const none = await shop.post(`${pathOf(second)}/capture`)

  assert.deepEqual([empty.body.amount_received, none.body.amount_received], [1000, 1000])
})

for (const amount_to_capture of [0, -1, 1.5, '500', null]) {
  test(`POST capture: amount_to_capture cannot be ${JSON.stringify(amount_to_capture)}: 400 IR_04`, async () => {
    const held = await arrange(shop, 'requires_capture')

    const answer = await shop.post(`${pathOf(held)}/capture`, { amount_to_capture })

    assertRefused(answer, 400, 'IR_04', 'amount_to_capture')
  })
}

test('POST capture: 400 IR_13 when amount_to_capture exceeds amount_capturable', async () => {
  const held = await arrange(shop, 'requires_capture')
  const part = await arrange(shop, 'partially_captured_and_capturable')

  const whole = await shop.post(`${pathOf(held)}/capture`, { amount_to_capture: 1001 })
  const rest = await shop.post(`${pathOf(part)}/capture`, { amount_to_capture: 601 })

  assertRefused(whole, 400, 'IR_13', 'amount_to_capture')
  assertRefused(rest, 400, 'IR_13', 'amount_to_capture')
  assert.deepEqual((await shop.get(pathOf(held))).body, held.body)
  assert.deepEqual((await shop.get(pathOf(part))).body, part.body)
})

test('POST capture: 400 when the payment is not capturable', async () => {
  for (const state of ['requires_payment_method', 'requires_confirmation', 'requires_action']) {
    const made = await arrange(shop, state)

    assertRefused(await shop.post(`${pathOf(made)}/capture`, {}), 400, 'IR_14')
  }
})

test('POST capture: 404 unknown id', async () => {
  assertRefused(await shop.post('/payments/nobody/capture', {}), 404, 'IR_05')
})

test('POST capture: 409 already fully captured or cancelled', async () => {
  const held = await arrange(shop, 'requires_capture')
  await shop.post(`${pathOf(held)}/capture`, {})
  const called = await arrange(shop, 'requires_capture')
  await shop.post(`${pathOf(called)}/cancel`, {})

  assertRefused(await shop.post(`${pathOf(held)}/capture`, {}), 409, 'IR_16')
  assertRefused(await shop.post(`${pathOf(called)}/capture`, {}), 409, 'IR_16')
})

test('POST cancel: the payment object with cancellation_reason', async () => {
  const made = await arrange(shop, 'requires_capture')

  const answer = await shop.post(`${pathOf(made)}/cancel`, { cancellation_reason: 'no stock' })

  assertStatus(answer, 'cancelled')
  assert.equal(answer.body.cancellation_reason, 'no stock')
  assert.deepEqual(Object.keys(answer.body).toSorted(), Object.keys(made.body).toSorted())
})

test('POST cancel: cancellation_reason is optional, a string, at most 255 characters', async () => {
  const made = await arrange(shop, 'requires_capture')
  const cancel = (body?: object) => shop.post(`${pathOf(made)}/cancel`, body)

  assertRefused(await cancel({ cancellation_reason: 7 }), 400, 'IR_04', 'cancellation_reason')
  assertRefused(
    await cancel({ cancellation_reason: 'x'.repeat(256) }),
    400,
    'IR_04',
    'cancellation_reason',
  )
  assertStatus(await cancel(), 'cancelled')
})

test('POST approve resolves a manual-review hold, with optional reason and reviewer', async () => {
  const [first, second] = [
    await arrange(shop, 'requires_merchant_action'),
    await arrange(shop, 'requires_merchant_action'),
  ]

  assertStatus(await shop.post(`${pathOf(first)}/approve`), 'succeeded')
  const words = { reason: 'x'.repeat(255), reviewer: 'Nadia' }
  assertStatus(await shop.post(`${pathOf(second)}/approve`, words), 'succeeded')
})

for (const field of ['reason', 'reviewer']) {
  test(`POST approve: ${field} has at most 255 characters: 400 IR_04`, async () => {
    const held = await arrange(shop, 'requires_merchant_action')

    const answer = await shop.post(`${pathOf(held)}/approve`, { [field]: 'x'.repeat(256) })

    assertRefused(answer, 400, 'IR_04', field)
  })
}

test('POST reject, no body: payment_id, status, amount, currency, error_code, error_message', async () => {
  const held = await arrange(shop, 'requires_merchant_action')

  const { body } = await shop.post(`${pathOf(held)}/reject`)

  const { payment_id, status, amount, currency, error_code, error_message } = body
  assert.deepEqual(
    { payment_id, status, amount, currency, error_code },
    {
      payment_id: held.body.payment_id,
      status: 'failed',
      amount: 1000,
      currency: 'EUR',
      error_code: 'manual_review_rejected',
    },
  )
  assert.match(error_message, /review/)
})

test('POST reject: 400 when the payment cannot be rejected, already settled or cancelled', async () => {
  for (const state of ['succeeded', 'cancelled']) {
    assertRefused(await shop.post(`${pathOf(await arrange(shop, state))}/reject`), 400, 'IR_14')
  }
})

test('POST reject: 404 unknown id', async () => {
  assertRefused(await shop.post('/payments/nobody/reject'), 404, 'IR_05')
})
