// Declined payments: every code, with the sandbox card that leads to it, by real requests.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { codes } from '../../bank/src/codes.ts'
import { type DeclineCode, declines, declineFamily } from '#core/declines.ts'
import type { Answer } from '#testing/client.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { assertRefused, until } from '../support/expect.ts'
import {
  APPROVED,
  CHALLENGED,
  DECLINED,
  facts,
  finish,
  pay,
  paymentCount,
  payingShop,
  sale,
  assertStatus,
  reported,
} from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const messages: Readonly<Record<string, string>> = {
  UE_1001: 'Insufficient funds',
  UE_1002: 'The card has expired',
  UE_1003: 'The card number is invalid',
  UE_1004: 'The security code is incorrect',
  UE_1005: 'The PIN is incorrect',
  UE_1006: 'The card was reported lost or stolen',
  UE_1007: 'The card was declined by the issuer',
  UE_1008: 'This card is not supported',
  UE_1009: 'The card is restricted',
  UE_1010: 'This transaction is not permitted for this card',
  UE_1011: "The transaction exceeds the card's limit",
  UE_1012: 'The transaction was declined for security reasons',
  UE_1013: 'Declined, please contact your card issuer',
  UE_1014: 'No record of this card was found',
  UE_1015: 'The card is not active',
  UE_1016: 'This account cannot be used for this payment',
  UE_1017: 'The cardholder has cancelled this payment',
  UE_1018: 'This payment may have already been processed',
  UE_1099: 'The payment was declined',
  UE_2001: 'This payment method is currently unavailable',
  UE_2002: 'Additional authentication is required',
  UE_2003: 'The payment was blocked',
  UE_2004: 'This currency or country is not supported',
  UE_3001: 'The payment service is temporarily unavailable, please try again later',
  UE_3002: 'The payment could not be processed, please try again',
  UE_3003: 'The payment timed out, please try again',
  UE_4001: 'Required payment information is missing or invalid',
  UE_4002: 'The security code is not the expected length',
  UE_4003: 'The payment session has expired, please start again',
  UE_4004: 'The transaction is in an invalid state',
  UE_5001: 'Card authentication failed',
  UE_5002: 'Authentication was declined by the issuer',
  UE_5003: 'Authentication was not completed',
  UE_5004: 'The cardholder could not be verified',
  UE_5005: 'The authentication service is unavailable',
  UE_5006: 'Too many authentication attempts',
  UE_5007: 'The device could not be recognised',
  UE_5008: 'The authentication response was invalid',
  UE_5009: 'No response from the authentication service',
  UE_5010: 'The card is not enrolled for authentication',
  UE_5011: 'Authentication timed out',
  UE_5012: 'This authentication method is not supported',
  UE_5013: 'The card has expired',
  UE_5014: 'The card number is invalid',
  UE_5015: 'The transaction is not valid for authentication',
  UE_5016: 'No record of this card was found',
  UE_5017: 'Authentication was declined for security reasons',
  UE_5018: 'The card was reported lost or stolen',
  UE_5019: 'Authentication is not permitted for this card',
  UE_5020: 'Required authentication data is missing or invalid',
  UE_5021: 'The authentication session has expired',
  UE_9000: 'Something went wrong',
}

const legacy: Readonly<Record<string, string>> = {
  UE_1000: 'card or payment-method problem',
  UE_2000: 'not eligible, blocked, or 3-D Secure required',
  UE_3000: 'temporary problem',
  UE_4000: 'request data problem',
}

const families: Readonly<Record<string, [name: string, meaning: string, retry: RegExp]>> = {
  1: ['UE_1xxx', 'card or issuer declined', /^no, a different card is needed/],
  2: ['UE_2xxx', 'not eligible or stopped by risk rules', /^no/],
  3: ['UE_3xxx', 'temporary availability', /^yes, with backoff/],
  4: ['UE_4xxx', 'fault in the request', /^no; fix the request/],
  5: ['UE_5xxx', 'failed during 3-D Secure, before issuer authorization', /^sometimes; UE_5003/],
  9: ['UE_9000', 'unrecognised failure', /final/],
}

/** 4000009, the code's four digits, 0000 and the digit that makes the number valid. */
function cardFor(code: string): string {
  const body = `4000009${code.slice(3)}0000`
  const digits = body.split('').toReversed().map(Number)
  const sum = digits.reduce((sum, digit, place) => {
    const weighted = place % 2 === 0 ? digit * 2 : digit
    return sum + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** A real request with this code's card; a challenge on the way is passed. */
async function declined(code: string): Promise<Answer> {
  const answer = await pay(shop, cardFor(code))
  return code.startsWith('UE_5') ? finish(shop, answer, 'approve') : answer
}

/** A decline's fields, whatever the code. */
function checkDecline(answer: Answer, code: string, message: string): void {
  assertStatus(answer, 'failed')
  const { body } = answer
  assert.equal(body.unified_code, code)
  assert.equal(body.unified_message, message)
  assert.equal(body.amount_received, 0)
  assert.equal(body.amount_capturable, 0)
  assert.equal(body.next_action, null)
  const said = codes[body.error_code]
  assert.equal(said?.means, code, 'error_code is a code of the acquirer for this decline')
  assert.equal(body.error_message, said.message)
  checkDetails(body)
}

function checkDetails(body: Answer['body']): void {
  const { unified_details, issuer_details, connector_details, ...rest } = body.error_details
  assert.deepEqual(rest, {})
  assert.deepEqual(Object.keys(unified_details).toSorted(), ['category', 'message'])
  assert.equal(unified_details.message, body.unified_message)
  assert.match(unified_details.category, /^\S/)
  assert.deepEqual(Object.keys(issuer_details).toSorted(), ['code', 'message', 'network_details'])
  assert.deepEqual(issuer_details.network_details, { name: 'visa' })
  assert.deepEqual(connector_details, {
    code: body.error_code,
    message: body.error_message,
    reason: connector_details.reason,
  })
  assert.ok('reason' in connector_details)
}

test('the cards of the codes are those of the sandbox page', () => {
  assert.equal(cardFor('UE_1001'), '4000009100100000')
  assert.equal(cardFor('UE_5021'), '4000009502100004')
  assert.equal(cardFor('UE_9000'), '4000009900000004')
  assert.equal(cardFor('UE_1000'), '4000009100000002')
})

test('there are these 52 codes and 4 legacy ones, and no others', () => {
  assert.equal(Object.keys(messages).length, 52)
  const all = [...Object.keys(messages), ...Object.keys(legacy)]
  assert.deepEqual(Object.keys(declines).toSorted(), all.toSorted())
})

for (const [code, message] of Object.entries(messages)) {
  test(`${code}: ${message}`, async () => {
    const answer = await declined(code)

    checkDecline(answer, code, message)
    const [name, meaning, retry] = families[code.charAt(3)] ?? ['', '', /^$/]
    const family = declineFamily(answer.body.unified_code as DeclineCode)
    assert.deepEqual([family.name, family.meaning], [name, meaning])
    assert.match(family.retry, retry)
    assert.deepEqual((await shop.get(`/payments/${answer.body.payment_id}`)).body, answer.body)
  })
}

for (const [code, meaning] of Object.entries(legacy)) {
  test(`the legacy coarse code ${code} (${meaning}) is still returned`, async () => {
    const answer = await declined(code)

    assertStatus(answer, 'failed')
    assert.equal(answer.body.unified_code, code)
    assert.notEqual(answer.body.unified_message, '')
    assert.equal(
      declineFamily(answer.body.unified_code as DeclineCode).name,
      `${code.slice(0, 4)}xxx`,
    )
    checkDetails(answer.body)
  })
}

test('a legacy code does not imply one message: the words of the acquirer come through', async () => {
  const answer = await declined('UE_1000')

  assert.equal(answer.body.unified_message, answer.body.error_message)
})

test('UE_5xxx fails during 3-D Secure, before issuer authorization: requires_action first', async () => {
  const answer = await pay(shop, cardFor('UE_5004'))

  assertStatus(answer, 'requires_action')
  assert.equal(answer.body.next_action.type, 'redirect_to_url')
  assert.equal(answer.body.unified_code, null)
})

test('UE_1018: the acquirer reported a duplicate, and the earlier payment is not touched', async () => {
  const first = await pay(shop, APPROVED)
  const headers = { 'X-Sandbox-Acquirer': 'duplicate' }

  const body = { ...sale, confirm: true, ...withCard() }
  const second = await shop.post('/payments', body, { headers })

  checkDecline(second, 'UE_1018', 'This payment may have already been processed')
  assertStatus(await shop.get(`/payments/${first.body.payment_id}`), 'succeeded')
})

test('UE_2002: retrying with 3-D Secure succeeds', async () => {
  const card = '4000000000003063'
  const first = await pay(shop, card, { authentication_type: 'no_three_ds' })

  const again = await pay(shop, card, { authentication_type: 'three_ds' })

  checkDecline(first, 'UE_2002', 'Additional authentication is required')
  assertStatus(await finish(shop, again, 'approve'), 'succeeded')
})

const approved: [card: string, brand: string, cvc: string][] = [
  ['4242424242424242', 'visa', '123'],
  ['4111111111111111', 'visa', '123'],
  ['5555555555554444', 'mastercard', '123'],
  ['378282246310005', 'amex', '1234'],
  ['6011111111111117', 'discover', '123'],
  ['38000000000006', 'diners', '123'],
]

for (const [card, brand, card_cvc] of approved) {
  test(`${card} (${brand}) is approved, no challenge even with three_ds`, async () => {
    const body = { authentication_type: 'three_ds', ...withCard(card, { card_cvc }) }

    const answer = await pay(shop, card, body)

    assertStatus(answer, 'succeeded')
    assert.equal(answer.body.payment_method_data.card.brand, brand)
    assert.deepEqual(await facts(answer.body.payment_id), [['charged', 1000]])
  })
}

const wellKnown: [card: string, code: string, acquirer: string][] = [
  ['4000000000000002', 'UE_1007', '05'],
  ['5105105105105100', 'UE_1007', '05'],
  ['4000000000009995', 'UE_1001', '51'],
  ['4000000000009987', 'UE_1006', '41'],
  ['4000000000009979', 'UE_1006', '43'],
  ['4000000000000069', 'UE_1002', '54'],
  ['4000000000000127', 'UE_1004', 'N7'],
  ['4000000000000119', 'UE_3002', '96'],
  ['4000000000006975', 'UE_1011', '61'],
  ['4100000000000019', 'UE_2003', 'R01'],
  ['4000008400001280', 'UE_5005', 'A05'],
]

for (const [card, code, acquirer] of wellKnown) {
  test(`${card} fails with ${code}, in the words of the acquirer ${acquirer}`, async () => {
    const answer = await pay(shop, card)

    assertStatus(answer, 'failed')
    assert.equal(answer.body.unified_code, code)
    assert.equal(answer.body.unified_message, messages[code])
    assert.equal(answer.body.error_code, acquirer)
    const isIssuer = /^(\d\d|N7)$/.test(acquirer)
    assert.equal(answer.body.error_details.issuer_details.code, isIssuer ? acquirer : null)
  })
}

test('4000000000009235 is held for review: requires_merchant_action', async () => {
  const answer = await pay(shop, '4000000000009235')

  assertStatus(answer, 'requires_merchant_action')
  assert.deepEqual(await facts(answer.body.payment_id), [['held', 1000]])
})

for (const card of [CHALLENGED, '4000000000003220']) {
  for (const authentication_type of ['three_ds', 'no_three_ds']) {
    test(`${card} with ${authentication_type}: requires_action always; complete = approved`, async () => {
      const answer = await pay(shop, card, { authentication_type })

      assertStatus(await finish(shop, answer, 'approve'), 'succeeded')
    })
  }

  test(`${card}: fail = UE_5001`, async () => {
    const answer = await finish(shop, await pay(shop, card), 'decline')

    checkDecline(answer, 'UE_5001', 'Card authentication failed')
  })

  test(`${card}: close = UE_5003`, async () => {
    const answer = await finish(shop, await pay(shop, card), 'abandon')

    checkDecline(answer, 'UE_5003', 'Authentication was not completed')
  })
}

test('4000002500003155 requires action only when authentication_type is three_ds', async () => {
  const asked = await pay(shop, '4000002500003155', { authentication_type: 'three_ds' })
  const skipped = await pay(shop, '4000002500003155', { authentication_type: 'no_three_ds' })
  const silent = await pay(shop, '4000002500003155')

  assertStatus(asked, 'requires_action')
  assertStatus(skipped, 'succeeded')
  assertStatus(silent, 'succeeded')
})

test('4000008400001629: the challenge passes, then UE_1007', async () => {
  const answer = await finish(shop, await pay(shop, '4000008400001629'), 'approve')

  checkDecline(answer, 'UE_1007', 'The card was declined by the issuer')
})

test('4000000000003055: processing, then succeeded after 5 s', async () => {
  const { body } = await pay(shop, '4000000000003055')
  const path = `/payments/${body.payment_id}`

  assert.equal(body.status, 'processing')
  await until(async () => (await shop.get(path)).body.status === 'succeeded')
  assert.deepEqual(await reported(shop, body.payment_id), [
    'payment_processing',
    'payment_succeeded',
  ])
})

for (const card of [
  '4000000000000341',
  '4000000000000259',
  '4000000000002685',
  '4000000000001976',
  '4000000000007726',
  '4000000000005126',
  '4000000000000077',
]) {
  test(`${card} is approved`, async () => {
    assertStatus(await pay(shop, card), 'succeeded')
  })
}

test('a number that fails Luhn is 400 IR_04 before anything is stored', async () => {
  const count = await paymentCount(shop)

  const answer = await pay(shop, '4242424242424241', { payment_id: 'no-luhn' })

  assertRefused(answer, 400, 'IR_04', 'payment_method_data.card.card_number')
  assertRefused(await shop.get('/payments/no-luhn'), 404, 'IR_05')
  assert.equal(await paymentCount(shop), count)
})

const rejected: [what: string, body: object][] = [
  ['an amount that is not a number', { amount: 'ten' }],
  ['an unknown currency', { currency: 'XXX' }],
  ['an unknown field', { surprise: 1 }],
  ['an unknown customer', { customer_id: 'nobody' }],
  ['an unknown profile', { profile_id: 'pro_nobody' }],
  ['an expired card', withCard(APPROVED, { card_exp_year: '2020' })],
  ['no billing', { billing: undefined }],
  ['half a billing', { billing: { address: billing.address } }],
  ['a type of another method', { payment_method_type: 'ideal' }],
  ['no data for its method', { payment_method: 'upi', payment_method_type: 'upi_intent' }],
  [
    'a wallet without a return_url',
    {
      payment_method: 'wallet',
      payment_method_type: 'paypal',
      payment_method_data: { wallet: { paypal: {} } },
    },
  ],
]

for (const [what, body] of rejected) {
  test(`a rejected request gives a 4xx and no payment is attempted: ${what}`, async () => {
    const count = await paymentCount(shop)
    const payment_id = 'never-made'

    const answer = await pay(shop, APPROVED, { payment_id, ...body })

    assert.ok(answer.status >= 400 && answer.status < 500, answer.text)
    assert.match(answer.body.error.code, /^IR_/)
    assertRefused(await shop.get(`/payments/${payment_id}`), 404, 'IR_05')
    assert.equal(await paymentCount(shop), count)
    assert.deepEqual(await facts(payment_id), [])
  })
}

test('a decline is an outcome, not an error: 200, an event, and nothing charged', async () => {
  const answer = await pay(shop, DECLINED)

  assertStatus(answer, 'failed')
  assert.equal(answer.body.error, undefined)
  assert.deepEqual(await reported(shop, answer.body.payment_id), ['payment_failed'])
  assert.deepEqual(await facts(answer.body.payment_id), [['declined', 1000]])
})
