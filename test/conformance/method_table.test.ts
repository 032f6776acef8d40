// The method table as a caller sees it: shapes, currencies, holds and deadlines, row by row.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advanceClock } from '#testing/advance_clock.ts'
import type { Answer } from '#testing/client.ts'
import { type MethodName, methodNames } from '#core/method_types.ts'
import { type Method, methods, type MethodType } from '#resources/methods/payment_methods/types.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { facts, payingShop, reported, settle, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant
const profile = `/account/${merchant_id}/business_profile/${profile_id}`
await shop.post(profile, {
  wallet_identities: {
    apple_pay: { merchant_identifier: 'merchant.example' },
    google_pay: { merchant_id: 'BCR2DN4T' },
  },
})

interface Row extends MethodType {
  method: MethodName
  type: string
  holds: boolean
  deadline: Method['deadline']
}

const rows: readonly Row[] = methodNames.flatMap((method) => {
  const { types, holds, deadline }: Method = methods[method]
  return Object.entries(types).map(([type, row]) => ({ method, type, holds, deadline, ...row }))
})
const notCards = rows.filter(({ method }) => method !== 'card')

/** A value that each field accepts. */
const valid: Readonly<Record<string, unknown>> = {
  payment_data: { data: 'opaque' },
  token: { data: 'opaque' },
  payment_method: { display_name: 'Visa 4242', network: 'visa', type: 'debit' },
  transaction_identifier: 'a1b2',
  telephone_number: '+47 900 12 345',
  bank_name: 'ing',
  issuer: 'maybank',
  country: 'DE',
  blik_code: '123456',
  social_security_number: '123.456.789-09',
  vpa_id: 'success@upi',
  pay_currency: 'BTC',
  wallet_address: 'bc1qexample',
  network: 'bitcoin',
  wallet_address_tag: '7',
  payment_method_id: 'q1',
  external_customer_id: 'e1',
}

function outcomeDetails({ required = [], one_of = [] }: Row): Record<string, unknown> {
  return Object.fromEntries([...required, ...one_of.slice(0, 1)].map((name) => [name, valid[name]]))
}

function bodyOf(row: Row, details: object = outcomeDetails(row)) {
  const { method, type, currencies } = row
  return {
    amount: 1000,
    currency: currencies?.[0] ?? 'EUR',
    confirm: true,
    payment_method: method,
    payment_method_type: type,
    payment_method_data:
      method === 'card'
        ? withCard().payment_method_data
        : { [method]: method === 'crypto' ? details : { [type]: details } },
    billing,
    email: 'ada@example.com',
    return_url: 'https://shop.example/return',
  }
}

function send(row: Row, body: object = {}, details?: object): Promise<Answer> {
  return shop.post('/payments', { ...bodyOf(row, details), ...body })
}

function pathOf({ method, type }: Row): string {
  return `payment_method_data.${method}${method === 'crypto' ? '' : `.${type}`}`
}

for (const row of notCards) {
  test(`${row.type}: every field of its row is accepted, alone and together with the others`, async () => {
    const { required = [], optional = [], one_of = [] } = row
    const all = [...required, ...optional, ...one_of.slice(-1)]
    const whole = Object.fromEntries(all.map((name) => [name, valid[name]]))

    assert.equal((await send(row)).status, 200)
    assert.equal((await send(row, {}, whole)).status, 200)
  })

  test(`${row.type}: a missing field is 400 IR_01, one of a wrong type or unknown is 400 IR_04`, async () => {
    const { required = [], optional = [], one_of = [] } = row
    const path = pathOf(row)
    for (const name of [...required, ...one_of.slice(0, 1)]) {
      const { [name]: _, ...rest } = outcomeDetails(row)
      assertRefused(await send(row, {}, rest), 400, 'IR_01', `${path}.${name}`)
    }
    for (const name of [...required, ...optional, ...one_of]) {
      const answer = await send(row, {}, { ...outcomeDetails(row), [name]: 5 })
      assertRefused(answer, 400, 'IR_04', `${path}.${name}`)
    }
    const unknown = await send(row, {}, { ...outcomeDetails(row), colour: 'red' })
    assertRefused(unknown, 400, 'IR_04', `${path}.colour`)
  })
}

for (const row of rows.filter(({ currencies }) => currencies !== undefined)) {
  test(`${row.type} in a currency that is not in its row: 422 IR_29 that names the possible ones`, async () => {
    const { currencies = [] } = row
    const answer = await send(row, { currency: 'ISK' })

    assertRefused(answer, 422, 'IR_29', 'currency')
    for (const code of currencies) assert.match(answer.body.error.message, new RegExp(code))
    assert.deepEqual(answer.body.error.details.currencies, currencies)
  })
}

for (const row of rows.filter(({ holds }) => !holds)) {
  test(`${row.type} cannot hold money: manual capture is 422 IR_29 at create, update and confirm`, async () => {
    const { currency, ...sent } = bodyOf(row)
    const open = { amount: 1000, currency, capture_method: 'manual' }
    const made = await shop.post('/payments', open)
    const path = `/payments/${made.body.payment_id}`
    const { amount: _, confirm: __, email: ___, ...instrument } = sent

    for (const capture_method of ['manual', 'manual_multiple']) {
      assertRefused(await send(row, { capture_method }), 422, 'IR_29', 'capture_method')
      assertRefused(
        await send(row, { capture_method, confirm: false }),
        422,
        'IR_29',
        'capture_method',
      )
    }
    assertRefused(await shop.post(path, instrument), 422, 'IR_29', 'capture_method')
    assertRefused(await shop.post(`${path}/confirm`, instrument), 422, 'IR_29', 'capture_method')
    assertStatus(await shop.get(path), 'requires_payment_method')
  })
}

test('a method without its data is checked too: currency and capture method when the payment is created', async () => {
  const pix = { payment_method: 'bank_transfer', payment_method_type: 'pix' }
  const open = (body: object) => shop.post('/payments', { amount: 1000, ...body })

  assertRefused(await open({ ...pix, currency: 'EUR' }), 422, 'IR_29', 'currency')
  const crypto = { payment_method: 'crypto', currency: 'EUR', capture_method: 'manual' }
  assertRefused(await open(crypto), 422, 'IR_29', 'capture_method')
})

test('an update to a currency that the method cannot be paid in is 422 IR_29; other updates work', async () => {
  const ideal = rows.find(({ type }) => type === 'ideal') as Row
  const made = await send(ideal, { confirm: false })
  const path = `/payments/${made.body.payment_id}`

  assertRefused(await shop.post(path, { currency: 'USD' }), 422, 'IR_29', 'currency')
  assertStatus(await shop.post(path, { description: 'two books' }), 'requires_confirmation')
})

test('payment_method_data has exactly one instrument: two are 400 IR_04, none is 400 IR_01', async () => {
  const { card } = withCard().payment_method_data
  const two: object[] = [
    { card, wallet: { paypal: {} } },
    { bank_redirect: { ideal: {} }, upi: { upi_intent: {} } },
    { card, token: `tok_${'0'.repeat(26)}` },
  ]
  const pay = (payment_method_data: object, payment_method: string) =>
    shop.post('/payments', {
      amount: 1000,
      currency: 'EUR',
      confirm: true,
      billing,
      payment_method,
      payment_method_data,
    })

  for (const data of two)
    assertRefused(await pay(data, 'card'), 400, 'IR_04', 'payment_method_data')
  assertRefused(await pay({}, 'card'), 400, 'IR_01', 'payment_method_data.card')
  assertRefused(await pay({ billing }, 'card'), 400, 'IR_01', 'payment_method_data.card')
})

for (const type of ['apple_pay', 'google_pay']) {
  test(`${type} needs its token and the card behind it, and takes one token only`, async () => {
    const row = rows.find((each) => each.type === type) as Row
    const { payment_method, payment_data, token } = valid
    const path = pathOf(row)

    assertRefused(await send(row, {}, {}), 400, 'IR_01')
    assertRefused(await send(row, {}, { payment_method }), 400, 'IR_01', `${path}.payment_data`)
    assertRefused(await send(row, {}, { token }), 400, 'IR_01', `${path}.payment_method`)
    assertRefused(await send(row, {}, { token: {}, payment_method }), 400, 'IR_04', `${path}.token`)
    assertRefused(await send(row, {}, { token, payment_data, payment_method }), 400, 'IR_04', path)
    assertStatus(await send(row, {}, { token, payment_method }), 'succeeded')
  })
}

const advance = (by: string) => advanceClock(shop, by)

test('a payment waits as long as its row says: for the session, or until the time that the customer was shown', async () => {
  const waiting: [Row, Answer][] = []
  for (const row of notCards) waiting.push([row, await send(row)])
  const open = waiting.filter(([, { body }]) => body.status === 'requires_action')
  assert.deepEqual(
    waiting.filter((each) => !open.includes(each)).map(([{ type }]) => type),
    ['apple_pay', 'google_pay'],
  )

  await advance('16m')

  for (const [{ type, method, deadline }, { body }] of open) {
    const { status } = (await shop.get(`/payments/${body.payment_id}`)).body
    const hasEnded = deadline === 'session_expiry'
    const shown = body.next_action.expires_at ?? body.next_action.display_to_timestamp
    const isLate = shown !== undefined && Date.parse(shown) - Date.parse(body.created) > 864e5
    assert.equal(isLate, !hasEnded, `${type} shows ${shown}`)
    // The bank settles UPI within seconds.
    if (method !== 'upi') assert.equal(status, hasEnded ? 'failed' : 'requires_action', type)
  }
})

const sepa = rows.find(({ type }) => type === 'sepa') as Row

test('an unpaid transfer fails with UE_4003 after the time that the customer was shown', async () => {
  const made = await send(sepa)
  const path = `/payments/${made.body.payment_id}`
  await advance('71h')
  assertStatus(await shop.get(path), 'requires_action')

  await advance('2h')

  const failed = await shop.get(path)
  assertStatus(failed, 'failed')
  assert.equal(failed.body.unified_code, 'UE_4003')
})

test('after the clock was moved, instructions are shown in the time of the merchant', async () => {
  await advance('4d')
  const { created, next_action } = (await send(sepa)).body

  assert.ok(Date.parse(next_action.expires_at) > Date.parse(created), next_action.expires_at)
})

test('a transfer can be settled on the second day, and the money is booked once', async () => {
  const made = await send(sepa)
  await advance('30h')

  assertStatus(await settle(shop, made.body.payment_id, 'approved'), 'succeeded')
  const charges = (await facts(made.body.payment_id)).filter(([effect]) => effect === 'charged')
  assert.deepEqual(charges, [['charged', 1000]])
  assert.equal((await reported(shop, made.body.payment_id)).at(-1), 'payment_succeeded')
})
