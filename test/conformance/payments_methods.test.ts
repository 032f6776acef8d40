// payment_method and payment_method_type pairs, each through the real bank, and payment_method_data.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { methodType } from '#resources/methods/payment_methods/resolve.ts'
import type { MethodName } from '#core/method_types.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import {
  APPROVED,
  facts,
  finish,
  pay,
  payingShop,
  sale,
  settle,
  assertStatus,
} from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant

const return_url = 'https://shop.example/return'
const email = 'ada@example.com'

/** A payment request by this method; some kinds require a detail. */
function by(method: string, type: string, details: object = {}) {
  return {
    currency: methodType(method as MethodName, type).currencies?.at(-1) ?? 'EUR',
    payment_method: method,
    payment_method_type: type,
    payment_method_data: { [method]: method === 'crypto' ? details : { [type]: details } },
    billing,
    return_url,
    email,
  }
}

function payBy(method: string, type: string, details: object = {}, body: object = {}) {
  return shop.post('/payments', { ...sale, confirm: true, ...by(method, type, details), ...body })
}

const redirecting: Readonly<Record<string, readonly string[]>> = {
  wallet: [
    'paypal',
    'amazon_pay',
    'samsung_pay',
    'cashapp',
    'venmo',
    'ali_pay',
    'we_chat_pay',
    'revolut_pay',
    'mobile_pay',
    'twint',
    'vipps',
    'gcash',
    'go_pay',
    'kakao_pay',
    'momo',
    'touch_n_go',
    'dana',
    'mb_way',
  ],
  pay_later: [
    'klarna',
    'affirm',
    'afterpay_clearpay',
    'alma',
    'atome',
    'walley',
    'pay_bright',
    'flexiti',
    'breadpay',
  ],
  bank_redirect: [
    'ideal',
    'bancontact_card',
    'eps',
    'giropay',
    'sofort',
    'przelewy24',
    'blik',
    'trustly',
    'interac',
    'open_banking_uk',
    'online_banking_fpx',
    'online_banking_poland',
    'online_banking_finland',
    'online_banking_czech_republic',
    'online_banking_slovakia',
    'online_banking_thailand',
    'swish',
    'bizum',
    'eft',
  ],
}

/** Details that a kind requires, or accepts. */
const details: Readonly<Record<string, object>> = {
  vipps: { telephone_number: '90012345' },
  mb_way: { telephone_number: '910123456' },
  ideal: { bank_name: 'ing' },
  eps: { bank_name: 'bawag' },
  sofort: { country: 'DE' },
  blik: { blik_code: '123456' },
  open_banking_uk: { issuer: 'open_bank' },
  online_banking_fpx: { issuer: 'maybank' },
}

function checkRedirect(answer: Answer, method: string, type: string): void {
  assertStatus(answer, 'requires_action')
  assert.equal(answer.body.payment_method, method)
  assert.equal(answer.body.payment_method_type, type)
  assert.equal(answer.body.next_action.type, 'redirect_to_url')
}

for (const [method, types] of Object.entries(redirecting)) {
  for (const type of types) {
    test(`${method} and ${type}: requires_action, a page, and money when it is approved there`, async () => {
      const answer = await payBy(method, type, details[type])

      checkRedirect(answer, method, type)
      assertStatus(await finish(shop, answer, 'approve'), 'succeeded')
      assert.deepEqual((await facts(answer.body.payment_id)).at(-1), ['charged', 1000])
    })
  }

  test(`${method}: Decline on the page fails with UE_1099, Abandon with UE_1017`, async () => {
    const [type = ''] = types

    const declined = await finish(shop, await payBy(method, type), 'decline')
    const abandoned = await finish(shop, await payBy(method, type), 'abandon')

    assertStatus(declined, 'failed')
    assertStatus(abandoned, 'failed')
    assert.deepEqual(
      [declined.body.unified_code, abandoned.body.unified_code],
      ['UE_1099', 'UE_1017'],
    )
  })

  test(`${method}: return_url is required: 400 IR_01`, async () => {
    const [type = ''] = types

    assertRefused(
      await payBy(method, type, {}, { return_url: undefined }),
      400,
      'IR_01',
      'return_url',
    )
  })
}

for (const type of ['klarna', 'alma']) {
  test(`pay_later and ${type} needs email and billing: 400 IR_01`, async () => {
    const noEmail = await payBy('pay_later', type, {}, { email: undefined })
    const noBilling = await payBy('pay_later', type, {}, { billing: undefined })

    assertRefused(noEmail, 400, 'IR_01', 'email')
    assertRefused(noBilling, 400, 'IR_01')
  })
}

const bare: [method: string, type: string][] = [
  ['bank_redirect', 'ideal'],
  ['bank_redirect', 'eps'],
  ['bank_redirect', 'sofort'],
  ['bank_redirect', 'blik'],
  ['bank_redirect', 'open_banking_uk'],
]

for (const [method, type] of bare) {
  test(`${type} does without its detail`, async () => {
    checkRedirect(await payBy(method, type), method, type)
  })
}

const needed: [method: string, type: string, field: string][] = [
  ['bank_redirect', 'online_banking_fpx', 'issuer'],
  ['bank_transfer', 'boleto', 'social_security_number'],
  ['upi', 'upi_collect', 'vpa_id'],
]

for (const [method, type, field] of needed) {
  test(`${type} needs ${field}: 400 IR_01`, async () => {
    assertRefused(
      await payBy(method, type),
      400,
      'IR_01',
      `payment_method_data.${method}.${type}.${field}`,
    )
  })
}

const token = {
  payment_data: { data: 'opaque' },
  payment_method: { display_name: 'Visa 4242', network: 'visa', type: 'debit' },
}
const identities = {
  apple_pay: { merchant_identifier: 'merchant.example.shop' },
  google_pay: { merchant_id: 'BCR2DN4T' },
}

for (const type of ['apple_pay', 'google_pay'] as const) {
  test(`wallet and ${type}: 400 IR_04 when the profile has no merchant identity`, async () => {
    assertRefused(await payBy('wallet', type, token), 400, 'IR_04', 'payment_method_type')
  })

  test(`wallet and ${type}: approved when the profile has one`, async () => {
    const answer = await payByDevice(type)

    assertStatus(answer, 'succeeded')
    assert.deepEqual(await facts(answer.body.payment_id), [['charged', 1000]])
  })

  test(`wallet and ${type}: the token, which pays, is in no answer and no event`, async () => {
    const answer = await payByDevice(type)

    const events = await shop.services.db.run('select body from events where object_id = $1', [
      answer.body.payment_id,
    ])
    assert.doesNotMatch(answer.text, /opaque/)
    assert.doesNotMatch(JSON.stringify(events), /opaque/)
  })
}

/** Pays while the profile has an identity for this wallet. */
async function payByDevice(type: 'apple_pay' | 'google_pay'): Promise<Answer> {
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  await shop.post(path, { wallet_identities: { [type]: identities[type] } })
  const answer = await payBy('wallet', type, token)
  await shop.post(path, { wallet_identities: {} })
  return answer
}

const transfers: [type: string, details: object, action: string, fields: string[]][] = [
  ['pix', {}, 'qr_code_information', ['raw_qr_data', 'image_data_url', 'display_to_timestamp']],
  ['ach', {}, 'display_bank_transfer_information', ['reference', 'account_number', 'bank_name']],
  ['sepa', {}, 'display_bank_transfer_information', ['reference', 'iban', 'bank_name']],
  ['bacs', {}, 'display_bank_transfer_information', ['reference', 'account_number', 'bank_name']],
  ['multibanco', {}, 'display_voucher_information', ['reference']],
  [
    'boleto',
    { social_security_number: '12345678909' },
    'display_voucher_information',
    ['reference'],
  ],
]

for (const [type, sent, action, fields] of transfers) {
  test(`bank_transfer and ${type}: requires_action with ${action}, then succeeded when the money is there`, async () => {
    const answer = await payBy('bank_transfer', type, sent, { return_url: undefined })

    assertStatus(answer, 'requires_action')
    assert.equal(answer.body.next_action.type, action)
    assertStatus(await settle(shop, answer.body.payment_id, 'approved'), 'succeeded')
  })

  test(`bank_transfer and ${type}: next_action has ${fields.join(', ')} and a moment until which it holds`, async () => {
    const { next_action } = (await payBy('bank_transfer', type, sent)).body

    for (const field of fields) assert.equal(typeof next_action[field], 'string', field)
    assert.match(next_action.expires_at ?? next_action.display_to_timestamp, ISO_UTC)
  })
}

test('upi and upi_collect: success@upi requires action, then succeeds', async () => {
  const answer = await payBy('upi', 'upi_collect', { vpa_id: 'success@upi' })

  assertStatus(answer, 'requires_action')
  assertStatus(await settle(shop, answer.body.payment_id, 'approved'), 'succeeded')
})

test('upi and upi_collect: failure@upi requires action, then fails with UE_1099', async () => {
  const answer = await payBy('upi', 'upi_collect', { vpa_id: 'failure@upi' })
  const failed = await settle(shop, answer.body.payment_id, 'declined')

  assertStatus(answer, 'requires_action')
  assertStatus(failed, 'failed')
  assert.equal(failed.body.unified_code, 'UE_1099')
})

test('upi and upi_intent: requires action, then succeeds', async () => {
  const answer = await payBy('upi', 'upi_intent')

  assertStatus(answer, 'requires_action')
  assertStatus(await settle(shop, answer.body.payment_id, 'approved'), 'succeeded')
})

const coin = { pay_currency: 'BTC', wallet_address: 'bc1qexample' }

test('crypto and crypto_currency: requires_action, and money when it is approved on the page', async () => {
  const answer = await payBy('crypto', 'crypto_currency', coin)

  checkRedirect(answer, 'crypto', 'crypto_currency')
  assertStatus(await finish(shop, answer, 'approve'), 'succeeded')
})

test('crypto: return_url is required: 400 IR_01', async () => {
  const answer = await payBy('crypto', 'crypto_currency', coin, { return_url: undefined })

  assertRefused(answer, 400, 'IR_01', 'return_url')
})

test('crypto: a wallet_address ending in `fail` fails with UE_3001', async () => {
  const answer = await payBy('crypto', 'crypto_currency', { ...coin, wallet_address: 'bc1qfail' })

  assertStatus(answer, 'failed')
  assert.equal(answer.body.unified_code, 'UE_3001')
})

for (const field of ['pay_currency', 'wallet_address']) {
  test(`crypto.${field} is required: 400 IR_01`, async () => {
    const answer = await payBy('crypto', 'crypto_currency', { ...coin, [field]: undefined })

    assertRefused(answer, 400, 'IR_01', `payment_method_data.crypto.${field}`)
  })
}

for (const field of [
  'network',
  'wallet_address_tag',
  'payment_method_id',
  'external_customer_id',
]) {
  test(`crypto.${field} is a string and not required`, async () => {
    const taken = await payBy('crypto', 'crypto_currency', { ...coin, [field]: 'text' })
    const refusal = await payBy('crypto', 'crypto_currency', { ...coin, [field]: 7 })

    assertStatus(taken, 'requires_action')
    assertRefused(refusal, 400, 'IR_04', `payment_method_data.crypto.${field}`)
  })
}

for (const type of ['credit', 'debit']) {
  test(`card and ${type}: payment_method_data.card`, async () => {
    const answer = await pay(shop, APPROVED, { payment_method_type: type })

    assertStatus(answer, 'succeeded')
    assert.equal(answer.body.payment_method_type, type)
  })
}

const mismatched: [method: string, type: string][] = [
  ['card', 'ideal'],
  ['wallet', 'credit'],
  ['pay_later', 'paypal'],
  ['bank_redirect', 'pix'],
  ['bank_transfer', 'klarna'],
  ['crypto', 'upi_intent'],
  ['upi', 'crypto_currency'],
]

/** Data that fits the method, whatever the type says. */
function dataOf(method: string): object {
  if (method === 'card') return withCard().payment_method_data
  if (method === 'crypto') return { crypto: coin }
  const kinds: Readonly<Record<string, string>> = { bank_transfer: 'pix', upi: 'upi_intent' }
  return { [method]: { [redirecting[method]?.[0] ?? kinds[method] ?? '']: {} } }
}

for (const [method, type] of mismatched) {
  test(`${method} and ${type} is no pair: 400 IR_04`, async () => {
    const answer = await payBy(method, type, {}, { payment_method_data: dataOf(method) })

    assertRefused(answer, 400, 'IR_04', 'payment_method_type')
  })

  test(`${method} and ${type} is no pair, also without data: 400 IR_04`, async () => {
    const pair = { payment_method: method, payment_method_type: type }

    assertRefused(
      await shop.post('/payments', { ...sale, ...pair }),
      400,
      'IR_04',
      'payment_method_type',
    )
  })
}
