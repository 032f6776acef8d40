// payment_method_data: the card, field by field, and what belongs to which method.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { billing, withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop, sale, assertStatus } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const AT = 'payment_method_data.card'

test('card: required when payment_method is card', async () => {
  const answer = await pay(shop, APPROVED, { payment_method_data: { upi: { upi_intent: {} } } })

  assertRefused(answer, 400, 'IR_01', AT)
})

test('crypto: required when payment_method is crypto', async () => {
  const answer = await pay(shop, APPROVED, {
    payment_method: 'crypto',
    payment_method_type: 'crypto_currency',
    return_url: 'https://shop.example/',
  })

  assertRefused(answer, 400, 'IR_01', 'payment_method_data.crypto')
})

test('wallet: one wallet sub-object', async () => {
  const wallet = {
    payment_method: 'wallet',
    payment_method_type: 'paypal',
    return_url: 'https://a.example/',
  }

  const none = await pay(shop, APPROVED, { ...wallet, payment_method_data: { wallet: {} } })
  const two = await pay(shop, APPROVED, {
    ...wallet,
    payment_method_data: { wallet: { paypal: {}, venmo: {} } },
  })
  const other = await pay(shop, APPROVED, {
    ...wallet,
    payment_method_data: { wallet: { venmo: {} } },
  })

  assertRefused(none, 400, 'IR_04', 'payment_method_data.wallet')
  assertRefused(two, 400, 'IR_04', 'payment_method_data.wallet')
  assertRefused(other, 400, 'IR_01', 'payment_method_data.wallet.paypal')
})

for (const field of ['card_number', 'card_exp_month', 'card_exp_year', 'card_cvc']) {
  test(`card.${field} is required: 400 IR_01`, async () => {
    assertRefused(
      await pay(shop, APPROVED, withCard(APPROVED, { [field]: undefined })),
      400,
      'IR_01',
      `${AT}.${field}`,
    )
  })

  test(`card.${field} is a string: 400 IR_04`, async () => {
    assertRefused(
      await pay(shop, APPROVED, withCard(APPROVED, { [field]: 12 })),
      400,
      'IR_04',
      `${AT}.${field}`,
    )
  })
}

test('card.card_holder_name is not required, and a string', async () => {
  const named = await pay(shop, APPROVED, withCard(APPROVED, { card_holder_name: 'Ada King' }))
  const number = await pay(shop, APPROVED, withCard(APPROVED, { card_holder_name: 7 }))

  assertStatus(await pay(shop, APPROVED), 'succeeded')
  assertStatus(named, 'succeeded')
  assertRefused(number, 400, 'IR_04', `${AT}.card_holder_name`)
})

test('card.card_exp_month: two digits', async () => {
  for (const card_exp_month of ['1', '00', '13', '123', 'ab', '']) {
    const answer = await pay(shop, APPROVED, withCard(APPROVED, { card_exp_month }))

    assertRefused(answer, 400, 'IR_04', `${AT}.card_exp_month`)
  }
  assertStatus(await pay(shop, APPROVED, withCard(APPROVED, { card_exp_month: '01' })), 'succeeded')
})

test('card.card_exp_year: four digits', async () => {
  for (const card_exp_year of ['99', '20990', 'abcd', '']) {
    const answer = await pay(shop, APPROVED, withCard(APPROVED, { card_exp_year }))

    assertRefused(answer, 400, 'IR_04', `${AT}.card_exp_year`)
  }
})

test('card.card_exp_year: must be in the future; the card works until the end of its month', async () => {
  const now = shop.clock.now()
  const card_exp_month = String(now.getUTCMonth() + 1).padStart(2, '0')
  const year = now.getUTCFullYear()
  const card = (card_exp_year: number) =>
    withCard(APPROVED, { card_exp_month, card_exp_year: String(card_exp_year) })

  const last = await pay(shop, APPROVED, card(year - 1))
  const current = await pay(shop, APPROVED, card(year))
  const next = await pay(shop, APPROVED, card(year + 1))

  assertRefused(last, 400, 'IR_04', `${AT}.card_exp_year`)
  assertStatus(current, 'succeeded')
  assertStatus(next, 'succeeded')
})

test('card.card_cvc: 3 or 4 digits', async () => {
  for (const card_cvc of ['', '12', '12345', 'abc', '12 ']) {
    const answer = await pay(shop, APPROVED, withCard(APPROVED, { card_cvc }))

    assertRefused(answer, 400, 'IR_04', `${AT}.card_cvc`)
  }
  assertStatus(await pay(shop, APPROVED, withCard(APPROVED, { card_cvc: '123' })), 'succeeded')
  const amex = withCard('378282246310005', { card_cvc: '1234' })
  assertStatus(await pay(shop, APPROVED, amex), 'succeeded')
})

test('card.card_number: digits, with spaces or dashes, that pass the check digit', async () => {
  for (const number of ['4242 4242 4242 4242', '4242-4242-4242-4242']) {
    assertStatus(await pay(shop, number), 'succeeded')
  }
  for (const number of [
    '4242424242424241',
    '4242',
    'card',
    '42424242424242424242',
    '0'.repeat(11),
  ]) {
    assertRefused(await pay(shop, number), 400, 'IR_04', `${AT}.card_number`)
  }
})

test('an unknown field of the card, or of payment_method_data, is 400 IR_04', async () => {
  const card = await pay(shop, APPROVED, withCard(APPROVED, { card_pin: '1234' }))
  const data = await pay(shop, APPROVED, { payment_method_data: { cash: {} } })

  assertRefused(card, 400, 'IR_04', `${AT}.card_pin`)
  assertRefused(data, 400, 'IR_04', 'payment_method_data.cash')
})

test('payment_method_data without payment_method is read by its own name when not confirming', async () => {
  const { payment_method_data } = withCard()

  const answer = await shop.post('/payments', { ...sale, payment_method_data, billing })

  assertStatus(answer, 'requires_confirmation')
  assert.equal(answer.body.payment_method, 'card')
})

test('a refusal never repeats the card number or the security code', async () => {
  const answers = [
    await pay(shop, '4242424242424241', withCard('4242424242424241', { card_cvc: '98765' })),
    await pay(shop, APPROVED, withCard('4111111111111112')),
  ]

  for (const { text } of answers)
    assert.doesNotMatch(text, /4242424242424241|\b98765\b|4111111111111112/)
})

test('no security code and no clear card number is in a log or a table', async () => {
  const marked = '4000000000000077'
  await pay(shop, marked, withCard(marked, { card_cvc: '8642' }))
  await shop.post('/payments', { ...sale, ...withCard(marked, { card_cvc: '8642' }) })

  assert.doesNotMatch(shop.log.join('\n'), /4000000000000077|"8642"/)
  for (const table of ['payments', 'operations', 'events', 'vault']) {
    const rows = await shop.services.db.run(
      `select row_to_json(t)::text as row from ${table} t`,
      [],
    )
    assert.doesNotMatch(JSON.stringify(rows), /4000000000000077|\\"8642\\"/, table)
  }
})
