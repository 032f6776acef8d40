import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { hasCardNumber } from './card_numbers.ts'

const NUMBER = '4000 0566 5566 5556'
const bare = { amount: 1000, currency: 'EUR' }

const refused: [field: string, path: string, body: object][] = [
  ['description', '/payments', { ...bare, description: `paid with ${NUMBER}.` }],
  ['metadata.note', '/payments', { ...bare, metadata: { note: NUMBER.replaceAll(' ', '') } }],
  ['metadata.note', '/payments', { ...bare, metadata: { note: 4000056655665556 } }],
  ['metadata', '/payments', { ...bare, metadata: { [NUMBER]: 'card' } }],
  ['metadata.cvc', '/payments', { ...bare, metadata: { cvc: '123' } }],
  ['metadata.card_cvv', '/customers', { metadata: { card_cvv: 1234 } }],
  ['billing.address.line2', '/payments', { ...bare, billing: { address: { line2: NUMBER } } }],
  ['name', '/customers', { name: `Ada ${NUMBER.replaceAll(' ', '-')}` }],
  ['address.line1', '/customers', { address: { line1: NUMBER } }],
  ['reason', '/refunds', { payment_id: 'pay_1', reason: NUMBER }],
  ['cancellation_reason', '/payments/pay_1/cancel', { cancellation_reason: NUMBER }],
  ['uncategorized_text', '/disputes/evidence', { dispute_id: 'd', uncategorized_text: NUMBER }],
]

for (const [field, path, body] of refused) {
  test(`${path}: a card number or code in ${field} is refused and stored nowhere`, async () => {
    await using shop = await harness()

    const answer = await shop.post(path, body)

    assert.equal(`${answer.status} ${answer.body.error?.code}`, '400 IR_04', answer.text)
    assert.equal(answer.body.error.field, field)
    assert.ok(!answer.text.includes('5665') && !answer.text.includes('5566'), answer.text)
  })
}

const price = { amount: 100, currency: 'EUR', interval: 'month' }
const chosen: [field: string, path: string, body: object][] = [
  ['payment_id', '/payments', bare],
  ['customer_id', '/customers', {}],
  ['refund_id', '/refunds', { payment_id: 'pay_1' }],
  ['customer_id', '/payouts/create', bare],
  ['plan_id', '/subscriptions/plans', { name: 'Gold', prices: [price] }],
  ['coupon_code', '/subscriptions/coupons', { percent_off: 5, duration: 'once' }],
]

for (const [field, path, body] of chosen) {
  test(`${path}: a ${field} that is a card number is refused and stored nowhere`, async () => {
    await using shop = await harness()

    const headers = { 'X-Profile-Id': shop.merchant.profile_id }
    for (const id of ['4000056655665556', '4000-0566-5566-5556', '378282246310005']) {
      const answer = await shop.post(path, { ...body, [field]: id }, { headers })

      assert.equal(`${answer.status} ${answer.body.error?.code}`, '400 IR_04', answer.text)
      assert.equal(answer.body.error.field, field)
      assert.ok(!answer.text.includes(id), answer.text)
    }
  })
}

test('phones, references and the fields for cards take digits of any kind, and ids those that are no card', async () => {
  await using shop = await harness()
  const digits = '4000056655665556'
  const accepted: [path: string, body: object][] = [
    ['/payments', { ...bare, payment_id: `${digits}-1`, merchant_order_reference_id: digits }],
    ['/payments', { ...bare, payment_id: '4000056655665557' }],
    ['/payments', { ...bare, phone: NUMBER, phone_country_code: '+49' }],
    ['/customers', { customer_id: `order_${digits}`, phone: digits }],
    ['/customers', { metadata: { imei: '356938035643809', order: '4000056655665557' } }],
    ['/payments', paymentBody({ confirm: false })],
  ]
  for (const [path, body] of accepted) {
    const answer = await shop.post(path, body)
    assert.ok(answer.status < 300, answer.text)
  }
})

test('a body that is not JSON is answered with the position and none of its text', async () => {
  await using shop = await harness()
  const bodies: [raw: string, place: string][] = [
    ['{"card_number": "4000056655665556", "card_cvc": "123" "x"}', ': see line 1, column 55.'],
    ['{\n  "card_number": 4000056655665556x\n}', ': see line 2, column 34.'],
    ['4000056655665556 123', ': see line 1, column 18.'],
    ['[4000056655665556,]', '.'],
    ['{"card_number": 4000056655665556', ': see line 1, column 33.'],
    ['{"card_number": nul', ': it ends too early.'],
  ]
  for (const [raw, place] of bodies) {
    const answer = await shop.post('/customers', undefined, { raw })
    assert.equal(answer.body.error.message, `The request body is not JSON${place}`)
  }
})

test('a card number is recognized however it is grouped and whatever stands around it', () => {
  const numbers = [
    '4242424242424242',
    'x 4242-4242-4242-4242 y',
    '"378282246310005"',
    'card: 3782 822463 10005.',
    'order 12 4242 4242 4242 4242 thanks',
    '4242\u00a04242\u00a04242\u00a04242',
    '2223003122003222',
    '6011111111111117',
    '30569309025904',
    '3566002020360505',
    '4222222222222',
  ]
  for (const text of numbers) assert.ok(hasCardNumber(text), text)
})

test('order numbers, ids, phones, moments, device numbers and barcodes are not card numbers', () => {
  const others = [
    '4242424242424241',
    'bnk_4242424242424242',
    '42424242424242424242',
    '+44 7700 900123',
    '2026-11-15T01:57:20.562Z',
    '2026-11-15 2026-11-16',
    '1763171840562',
    '1042424242424242',
    '4242424242424242.5',
    '356938035643809',
    '490154203237518',
    '9780306406157',
    '550e8400-e29b-41d4-a716-446655440000',
    '1Z999AA10123456784',
  ]
  for (const text of others) assert.ok(!hasCardNumber(text), text)
})
