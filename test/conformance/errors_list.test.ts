// Every refusal about fields lists all their faults, in words that lead to a working request.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { MAX_FAULTS } from '#errors.ts'
import type { Answer } from '#testing/client.ts'
import { formOf } from '#testing/files.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, payingShop, sale, assertStatus } from '../support/paying.ts'

const shop = await harness()
const paying = await payingShop()
after(async () => {
  await shop.app.close()
  await paying.app.close()
})

interface Listed {
  code: string
  field?: string
  message: string
}

function listOf({ body }: Answer): Listed[] {
  return body.error.errors as Listed[]
}

function fieldsOf(answer: Answer): string[] {
  return listOf(answer).map(({ code, field }) => `${code} ${field}`)
}

/** A guess from field names alone, by a developer who knows payments. */
const values: Readonly<Record<string, unknown>> = {
  amount: 1000,
  currency: 'EUR',
  payment_method: 'card',
  payment_method_data: {},
  card: {},
  billing: {},
  card_number: APPROVED,
  card_exp_month: '12',
  card_exp_year: '2099',
  card_cvc: '123',
  line1: '12 Mill Lane',
  city: 'Leeds',
  state: 'West Yorkshire',
  zip: 'LS1 4AP',
  country: 'GB',
  first_name: 'Ada',
  last_name: 'King',
  number: '7700900123',
  country_code: '+44',
}

function fill(body: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  if (rest.length > 0) {
    body[name] ??= {}
    fill(body[name] as Record<string, unknown>, rest)
  } else {
    assert.ok(name in values, `nobody knows what ${name} is`)
    body[name] ??= structuredClone(values[name])
  }
}

test('the errors lead from {"confirm": true} to a paid card within three refusals', async () => {
  const body: Record<string, unknown> = { confirm: true }
  let refusals = 0
  let answer = await paying.post('/payments', body)
  while (answer.status === 400) {
    refusals++
    for (const { field = '' } of listOf(answer)) fill(body, field.split('.'))
    answer = await paying.post('/payments', body)
    assert.ok(refusals <= 3, `${refusals} refusals, and then ${answer.text}`)
  }

  assertStatus(answer, 'succeeded')
  assert.equal(refusals, 2)
})

test('missing and invalid payment fields are in one list', async () => {
  const body = {
    amout: 10,
    currency: 'eur',
    confirm: true,
    ...withCard(APPROVED, { card_exp_year: '2020', card_cvc: 'x' }),
    billing: { address: { ...billing.address, country: 'de', zip: undefined } },
  }

  const answer = await shop.post('/payments', body)

  assertRefused(answer, 400, 'IR_01', 'amount')
  assert.deepEqual(fieldsOf(answer), [
    'IR_01 amount',
    'IR_04 amout',
    'IR_04 currency',
    'IR_04 payment_method_data.card.card_cvc',
    'IR_04 billing.address.country',
    'IR_01 billing.address.zip',
    'IR_01 billing.phone.number',
    'IR_01 billing.phone.country_code',
    'IR_04 payment_method_data.card.card_exp_year',
  ])
})

const subscription = (verb: string, body: object) =>
  shop.post(`/subscriptions/sub_1/${verb}`, body, {
    headers: { 'X-Profile-Id': shop.merchant.profile_id },
  })

const combined: [string, () => Promise<Answer>, string[]][] = [
  [
    'a payment link',
    () => shop.post('/payment_link', { currency: 'EURO', min_amount: 5, send_email: true }),
    ['IR_04 currency', 'IR_01 amount', 'IR_01 email', 'IR_04 min_amount'],
  ],
  [
    'a coupon',
    () =>
      shop.post(
        '/subscriptions/coupons',
        { percent_off: 10, currency: 'EUR', duration: 'repeating', redeem_by: '2020-01-01' },
        { headers: { 'X-Profile-Id': shop.merchant.profile_id } },
      ),
    ['IR_01 coupon_code', 'IR_01 duration_in_cycles', 'IR_04 currency', 'IR_04 redeem_by'],
  ],
  [
    'the confirmation of a subscription',
    () =>
      subscription('confirm', {
        payment_details: {
          ...withCard(APPROVED, { card_exp_year: '2020' }),
          billing: { address: { country: 'de' } },
        },
      }),
    [
      'IR_04 payment_details.billing.address.country',
      'IR_04 payment_details.payment_method_data.card.card_exp_year',
    ],
  ],
  [
    'a pause',
    () => subscription('pause', { pause_option: 'specific_date', until: 'May' }),
    ['IR_04 until', 'IR_01 pause_at'],
  ],
  [
    'a payout',
    () =>
      shop.post('/payouts/create', {
        amount: 0,
        currency: 'EUR',
        confirm: true,
        payout_link_config: {},
        payout_method_data: {
          bank_transfer: { payout_method_type: 'sepa', iban: 'DE00', bic: 'x' },
        },
      }),
    [
      'IR_04 amount',
      'IR_01 payout_type',
      'IR_04 payout_link_config',
      'IR_04 payout_method_data.bank_transfer.iban',
      'IR_04 payout_method_data.bank_transfer.bic',
    ],
  ],
  [
    'an API key',
    () =>
      shop.post(`/api_keys/${shop.merchant.merchant_id}`, {
        scopes: ['payment:read'],
        allowed_origins: [],
        allowed_ips: ['10.0.0.1', 'home'],
        expiration: '2020-01-01T00:00:00Z',
      }),
    [
      'IR_01 name',
      'IR_04 scopes.0',
      'IR_04 allowed_origins',
      'IR_04 allowed_ips.1',
      'IR_04 expiration',
    ],
  ],
  [
    'the query of a list',
    () => shop.get('/payments/list?limit=0&statu=failed&status=fail&currency=eur'),
    ['IR_04 statu', 'IR_04 limit', 'IR_04 status', 'IR_04 currency'],
  ],
  [
    'the body of a list',
    () => shop.post('/refunds/list', { limit: 0, refund_type: 'Slow', currency: ['EUR', 'usd'] }),
    ['IR_04 limit', 'IR_04 refund_type', 'IR_04 currency'],
  ],
  [
    'a header and the body of a plan',
    () => shop.post('/subscriptions/plans', { name: 7 }),
    ['IR_01 X-Profile-Id', 'IR_01 prices', 'IR_04 name'],
  ],
  [
    'a form',
    () => shop.post('/files', undefined, { raw: formOf({ odd: 1 }) }),
    ['IR_33 file', 'IR_35 purpose', 'IR_04 odd'],
  ],
  [
    'an object that is missing with what it needs',
    () => shop.post('/analytics/v1/merchant/metrics/payments', {}),
    ['IR_01 timeRange', 'IR_01 timeRange.startTime', 'IR_01 metrics'],
  ],
  [
    'the entries of a list',
    () => shop.post('/user/user/invite_multiple', [{ email: 'no' }, {}]),
    ['IR_01 0.role_id', 'IR_01 1.email', 'IR_01 1.role_id', 'IR_04 0.email'],
  ],
  [
    'the names in a query of analytics',
    () =>
      shop.post('/analytics/v1/merchant/metrics/payments', {
        timeRange: { startTime: '2999-01-01T00:00:00Z' },
        metrics: ['nothing'],
        groupByNames: ['weather'],
        filters: { moon: ['full'] },
      }),
    ['IR_04 timeRange.startTime', 'IR_04 metrics', 'IR_04 filters.moon', 'IR_04 groupByNames'],
  ],
]

for (const [what, act, wanted] of combined) {
  test(`all faults are listed: ${what}`, async () => {
    const answer = await act()

    assert.deepEqual(fieldsOf(answer), wanted, answer.text)
  })
}

/** A value that no schema accepts, in every field that a route has. */
function nonsenseFor(schema: object): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, object> }
  return Object.fromEntries(Object.keys(properties).map((name) => [name, { nonsense: [] }]))
}

for (const { method, url, body, upload, access } of routes) {
  if (body === undefined || upload !== undefined) continue
  test(`${method} ${url} lists each fault once, the first of them as the error itself`, async () => {
    const client = access === 'admin' ? shop.with(ADMIN_KEY) : shop
    const path = url
      .replace(':merchant_id', shop.merchant.merchant_id)
      .replaceAll(/:[a-z_]+/g, 'nobody')
    const headers = { 'X-Profile-Id': shop.merchant.profile_id }
    const sent = { ...nonsenseFor(body), unknown_field: 1 }
    const answer = await client.send(method, path, sent, { headers })

    if (answer.status === 403 || answer.status === 401) return
    const { code, field, message, errors } = answer.body.error
    assert.equal(answer.status, 400, answer.text)
    assert.ok(errors.length <= MAX_FAULTS)
    assert.deepEqual(errors[0], { code, field, message })
    const fields = errors.map((each: Listed) => each.field)
    assert.equal(new Set(fields).size, fields.length)
    assert.ok(errors.length === MAX_FAULTS || fields.includes('unknown_field'), answer.text)
    for (const each of errors as Listed[]) assert.match(each.message, /^[`A-Z].*[.?]$/)
  })
}

const messages: [string, () => Promise<Answer>, RegExp][] = [
  [
    'a misspelt field that is required',
    () => shop.post('/payments', { amout: 1000, currency: 'EUR' }),
    /^`amount` is required; `amout` is unknown\. Did you mean `amount`\?$/,
  ],
  [
    'a misspelt field',
    () => shop.post('/payments', { ...sale, descripton: 'x' }),
    /^`descripton` is not a field of this route\. Did you mean `description`\?$/,
  ],
  [
    'a field in another spelling',
    () => shop.post('/payments', { ...sale, returnUrl: 'x' }),
    /Did you mean `return_url`\?$/,
  ],
  [
    'a field without its prefix',
    () =>
      shop.post('/payments', {
        ...sale,
        ...withCard(),
        payment_method_data: { card: { number: '1' } },
      }),
    /^`payment_method_data\.card\.card_number` is required; `number` is unknown/,
  ],
  [
    'a misspelt filter',
    () => shop.get('/payments/list?staus=failed'),
    /^`staus` is not a filter of this route\. Did you mean `status`\?$/,
  ],
  [
    'a field that resembles none',
    () => shop.post('/payments', { ...sale, zebra: 1 }),
    /^`zebra` is not a field of this route\.$/,
  ],
  [
    'a currency in small letters',
    () => shop.post('/payments', { amount: 1000, currency: 'usd' }),
    /^`currency` must be an ISO 4217 code in capitals, such as EUR\. Did you mean USD\?$/,
  ],
  [
    'a currency in small letters as a filter',
    () => shop.get('/payments/list?currency=usd'),
    /^There is no currency usd\. Use an ISO 4217 code in capitals, such as EUR\. Did you mean USD\?$/,
  ],
  [
    'a currency in small letters in analytics',
    () =>
      shop.post('/analytics/v1/merchant/metrics/payments', {
        timeRange: { startTime: '2026-01-01T00:00:00Z' },
        metrics: ['payment_count'],
        filters: { currency: ['usd'] },
      }),
    /an ISO 4217 code in capitals, such as EUR\. Did you mean USD\?$/,
  ],
  [
    'a country in small letters',
    () => shop.post('/customers', { address: { country: 'de' } }),
    /^`address\.country` must be an ISO 3166-1 code .*\. Did you mean DE\?$/,
  ],
  [
    'a value that is nearly one of a few',
    () => shop.post('/payments', { ...sale, capture_method: 'Manual' }),
    /^`capture_method` must be one of: automatic, manual, manual_multiple\. Did you mean manual\?$/,
  ],
  [
    'a value that is nearly one of many',
    () => shop.post('/payments', { ...sale, payment_method_type: 'credt' }),
    /Did you mean credit\?$/,
  ],
  [
    'a number as text',
    () => shop.post('/payments', { ...sale, amount: '1000' }),
    /^`amount` must be an integer, not a string\.$/,
  ],
  [
    'an amount with a fraction',
    () => shop.post('/payments', { ...sale, amount: 10.5 }),
    /^`amount` must be an integer, without a fraction\.$/,
  ],
  [
    'a method without details',
    () => shop.post('/payments', { ...sale, payment_method_data: { bank_transfer: {} } }),
    /^`payment_method_data.bank_transfer` must be an object with exactly one of: pix, ach, sepa, bacs, multibanco, boleto\.$/,
  ],
  [
    'an American Express card with a code of three digits',
    () => shop.post('/payments', { ...sale, ...withCard('378282246310005') }),
    /^`payment_method_data\.card\.card_cvc` must have 4 digits for amex\.$/,
  ],
  [
    'a key that does not exist',
    () => shop.with(`snd_${'nonsense'.repeat(8)}`).get('/health'),
    /^No such API key: snd_nonse… Send a secret key of this environment in the header `api-key`/,
  ],
  [
    'a key in Authorization',
    () => shop.with(undefined).get('/health', bearing(`Bearer ${shop.api_key}`)),
    /^Send your secret key in the header `api-key`, not in `Authorization`\.$/,
  ],
  [
    'a key as curl -u sends it',
    () => {
      const basic = Buffer.from(`${shop.api_key}:`).toString('base64')
      return shop.with(undefined).get('/health', bearing(`Basic ${basic}`))
    },
    /^Send your secret key in the header `api-key`, not in `Authorization`\.$/,
  ],
  [
    'GET /payments',
    () => shop.get('/payments'),
    /^This URL does not support GET; use POST\. To list, use GET \/payments\/list\.$/,
  ],
]

function bearing(Authorization: string) {
  return { headers: { Authorization } }
}

for (const [what, act, wanted] of messages) {
  test(`the message names the way out: ${what}`, async () => {
    const answer = await act()

    assert.match(answer.body.error.message, wanted)
  })
}

test('a GET with a body is refused, because its filters would be ignored', async () => {
  const { port } = new URL(shop.base_url)
  const body = JSON.stringify({ status: 'failed' })
  const head = `GET /payments/list HTTP/1.1\r\nHost: a\r\napi-key: ${shop.api_key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(head + body)

  const answer = await text(socket)

  assert.match(answer, /^HTTP\/1.1 400/)
  assert.match(answer, /IR_06.*GET takes no body/)
})

test('every error has the address of the page about its code', async () => {
  const answers = [
    await shop.get('/nowhere'),
    await shop.with(undefined).get('/health'),
    await shop.post('/customers', { email: 'no' }),
    await shop.get('/customers/nobody'),
  ]

  for (const { body } of answers) {
    assert.equal(body.error.doc_url, `${shop.base_url}/docs/errors#${body.error.code}`)
  }
})

test('an error that is not about a field has no list', async () => {
  const { error } = (await shop.get('/customers/nobody')).body

  assert.ok(!('errors' in error))
})

test('a key that is unknown is not repeated as a whole', async () => {
  const key = `snd_${'A'.repeat(64)}`

  const answer = await shop.with(key).get('/health')

  assert.ok(!answer.text.includes(key.slice(0, 12)))
})
