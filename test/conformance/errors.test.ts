import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { errors } from '#errors.ts'
import { NOTHING_CHANGED } from '#http/changes.ts'
import type { Answer, Sending } from '#testing/client.ts'
import { testBank } from '#testing/bank.ts'
import { EVIDENCE, fileOf, formOf, upload } from '#testing/files.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import {
  customerCount,
  customersContended,
  customersGone,
  customersHeld,
  overTheLimit,
  assertRefused,
  until,
} from '../support/expect.ts'
import { APPROVED, arrange, pay, payingShop } from '../support/paying.ts'

const shop = await harness()
const tight = await harness({ env: { FLORIN_RATE_LIMIT: '1' } })
const bank = await testBank()
const paying = await payingShop()
const cutOff = await harness({ env: { ...bank.env, FLORIN_BANK_URL: 'http://127.0.0.1:1' } })
after(async () => {
  for (const { app } of [shop, tight, paying, cutOff]) await app.close()
})

const { merchant_id, profile_id, publishable_key } = shop.merchant
const keys = `/api_keys/${merchant_id}`
const profiles = `/account/${merchant_id}/business_profile`
const broken = { raw: '{"broken' }
const tooLarge = { raw: JSON.stringify({ description: 'x'.repeat(262_144) }) }
const readOnly = await shop.keyWith('customers:read')
await shop.post('/customers', { customer_id: 'taken', name: 'Taken' })

async function revokedKey(): Promise<string> {
  const { key_id, api_key } = (await shop.post(keys, { name: 'revoked' })).body
  await shop.delete(`${keys}/${key_id}`)
  return api_key as string
}

function unanswered(): Promise<unknown[]> {
  return shop.services.db.run('select 1 from idempotency where answer is null', [])
}

async function twin(): Promise<Answer> {
  const headers = { 'Idempotency-Key': 'twins' }
  return customersHeld(async (release) => {
    // Answers with 500 and above are not stored: their reservations stay without one.
    const before = (await unanswered()).length
    const first = shop.post('/customers', {}, { headers })
    await until(async () => (await unanswered()).length > before)
    const second = await shop.post('/customers', {}, { headers })
    await release()
    assert.equal(second.headers.get('Retry-After'), '1', second.text)
    assert.equal((await first).status, 201)
    return second
  })
}

async function otherBody(): Promise<Answer> {
  const headers = { 'Idempotency-Key': 'other-body' }
  await shop.post('/customers', { name: 'one' }, { headers })
  return shop.post('/customers', { name: 'two' }, { headers })
}

async function capture(body: object, sending: Sending = {}): Promise<Answer> {
  const { payment_id } = (await arrange(paying, 'requires_capture')).body
  return paying.post(`/payments/${payment_id}/capture`, body, sending)
}

async function refusedCapture(card_number: string): Promise<Answer> {
  const { body } = await pay(paying, card_number, { capture_method: 'manual' })
  return paying.post(`/payments/${body.payment_id}/capture`, {})
}

async function inMaintenance(): Promise<Answer> {
  await bank.desk('POST', '/faults', { rates: { maintenance: 1 } })
  const answer = await pay(paying, APPROVED)
  await bank.desk('DELETE', '/faults')
  return answer
}

async function early(): Promise<Answer> {
  const { payment_id } = (await arrange(paying, 'requires_payment_method')).body
  return paying.post(`/payments/${payment_id}/capture`, {})
}

const invalid = 'invalid_request'
const processing = 'processing_error'
const duplicate = { headers: { 'X-Sandbox-Acquirer': 'duplicate' } }
const authentication = 'authentication_error'

const rows: [code: string, type: string, status: number, when: string, () => Promise<Answer>][] = [
  ['AU_01', authentication, 401, 'invalid API key', () => shop.with('snd_no').get('/health')],
  ['AU_01', authentication, 401, 'missing API key', () => shop.with(undefined).get('/health')],
  [
    'AU_02',
    authentication,
    401,
    'API key revoked',
    async () => shop.with(await revokedKey()).get('/health'),
  ],
  ['AU_03', authentication, 403, 'scope missing', () => readOnly.post('/customers', {})],
  [
    'AU_03',
    authentication,
    403,
    'publishable key on a server route',
    () => shop.with(publishable_key).get('/health'),
  ],
  ['IR_01', invalid, 400, 'missing required field', () => shop.post(keys, {})],
  ['IR_02', invalid, 404, 'unknown URL', () => shop.get('/nowhere')],
  ['IR_03', invalid, 405, 'method not allowed', () => shop.put('/customers/taken', {})],
  ['IR_04', invalid, 400, 'invalid field value', () => shop.post('/customers', { email: 'no' })],
  ['IR_05', invalid, 404, 'resource not found', () => shop.get('/customers/nobody')],
  ['IR_06', invalid, 400, 'body is not JSON', () => shop.post('/customers', undefined, broken)],
  [
    'IR_06',
    invalid,
    415,
    'wrong Content-Type',
    () => shop.post('/customers', {}, { headers: { 'Content-Type': 'text/plain' } }),
  ],
  ['IR_07', invalid, 413, 'body too large', () => shop.post('/customers', undefined, tooLarge)],
  [
    'IR_33',
    invalid,
    400,
    'upload without a file',
    () => shop.post('/files', undefined, { raw: formOf(EVIDENCE) }),
  ],
  [
    'IR_35',
    invalid,
    400,
    'upload of an unknown purpose',
    () => shop.post('/files', undefined, { raw: formOf({ purpose: 'no' }, fileOf('pdf')) }),
  ],
  ['IR_36', invalid, 400, 'file of another type', () => upload(shop, Buffer.from('GIF89a'))],
  ['IR_36', invalid, 413, 'file too large', () => upload(shop, fileOf('pdf', 5_000_001))],
  [
    'IR_13',
    invalid,
    400,
    'capture amount above what is left',
    () => capture({ amount_to_capture: 1001 }),
  ],
  ['IR_14', invalid, 400, 'action not allowed in this state', early],
  ['IR_16', invalid, 409, 'the action conflicts', () => shop.delete(`${profiles}/${profile_id}`)],
  ['IR_29', invalid, 422, 'understood but cannot be processed', otherBody],
  [
    'HE_01',
    invalid,
    409,
    'resource exists already',
    () => shop.post('/customers', { customer_id: 'taken' }),
  ],
  [
    'HE_00',
    'api_error',
    500,
    'internal error',
    () => customersGone(shop, () => shop.post('/customers', {})),
  ],
  ['HE_00', 'api_error', 409, 'the first request with this key is at work', twin],
  [
    'HE_00',
    'api_error',
    409,
    'another request changes the object',
    () => customersContended(shop, () => shop.post('/customers/taken', { name: 'x' })),
  ],
  ['PE_01', processing, 422, 'declined by the acquirer', () => capture({}, duplicate)],
  ['PE_02', processing, 422, 'insufficient funds', () => refusedCapture('4000000000005159')],
  ['PE_03', processing, 422, 'expired card', () => refusedCapture('4000000000005456')],
  ['CE_01', 'connector_error', 502, 'processor unavailable', () => pay(cutOff, APPROVED)],
  ['CE_02', 'connector_error', 503, 'acquirer in maintenance', inMaintenance],
  [
    'RL_01',
    'rate_limit_error',
    429,
    'rate limit exceeded',
    () => overTheLimit(() => tight.get('/health')),
  ],
]

const produced = new Set<string>()

for (const [code, type, status, when, act] of rows) {
  test(`${code} is ${type} with ${status}: ${when}`, async () => {
    const answer = await act()

    produced.add(answer.body?.error?.code)
    assert.equal(`${answer.status} ${answer.body?.error?.code}`, `${status} ${code}`, answer.text)
    assert.equal(answer.body.error.type, type)
    assert.notEqual(answer.body.error.message, '')
  })
}

test('every code of the table of errors was met in a real answer', () => {
  const documented = Object.keys(errors)

  assert.deepEqual([...produced].toSorted(), documented.toSorted())
})

test('the error body is an `error` object with type, code and message', async () => {
  const answer = await shop.post('/customers', { email: 'no' })

  assert.deepEqual(Object.keys(answer.body), ['error'])
  const { type, code, message, field, doc_url, request_id, ...rest } = answer.body.error
  assert.deepEqual({ type, code, field }, { type: invalid, code: 'IR_04', field: 'email' })
  assert.match(message, /email/)
  assert.equal(request_id, answer.headers.get('X-Request-Id'))
  assert.equal(doc_url, `${shop.base_url}/docs/errors#IR_04`)
  assert.deepEqual(rest, { errors: [{ code, field, message }] })
  assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json/)
})

test('200 is success and 201 is created', async () => {
  const made = await shop.post('/customers', {})
  const read = await shop.get(`/customers/${made.body.customer_id}`)

  assert.deepEqual([made.status, read.status], [201, 200])
})

test('405 names the methods that are possible', async () => {
  const answer = await shop.put('/customers/taken', {})

  assertRefused(answer, 405, 'IR_03')
  assert.deepEqual(answer.headers.get('Allow')?.split(', ').toSorted(), ['DELETE', 'GET', 'POST'])
})

test('an internal error says nothing about the inside', async () => {
  const answer = await customersGone(shop, () => shop.get('/customers/taken'))

  assertRefused(answer, 500, 'HE_00')
  assert.equal(answer.body.error.message, `${errors.HE_00.message} ${NOTHING_CHANGED}`)
  assert.doesNotMatch(answer.text, /relation|select|customers_gone/)
})

const paths: [string, () => Promise<Answer>, 'IR_01' | 'IR_04', string][] = [
  ['an invalid field', () => shop.post('/customers', { email: 'no' }), 'IR_04', 'email'],
  [
    'a nested invalid field',
    () => shop.post('/customers', { address: { country: 'XX' } }),
    'IR_04',
    'address.country',
  ],
  ['a missing field', () => shop.post(keys, {}), 'IR_01', 'name'],
  [
    'a nested missing field',
    () => shop.post(profiles, { profile_name: 'p', wallet_identities: { apple_pay: {} } }),
    'IR_01',
    'wallet_identities.apple_pay.merchant_identifier',
  ],
  [
    'an entry of an array',
    () => shop.post(keys, { name: 'k', scopes: ['no'] }),
    'IR_04',
    'scopes.0',
  ],
  ['an unknown filter', () => shop.get('/customers/list?colour=red'), 'IR_04', 'colour'],
  [
    'a missing field of the operator',
    () => shop.with(ADMIN_KEY).post('/accounts', {}),
    'IR_01',
    'merchant_name',
  ],
]

for (const [what, act, code, field] of paths) {
  test(`the path of ${what} is in the answer`, async () => {
    const answer = await act()

    assertRefused(answer, 400, code, field)
  })
}

test('a missing field comes before an invalid one, wherever they stand', async () => {
  const first = await shop.post(keys, { scopes: ['no'], expiration: 7 })
  const nested = await shop.post(profiles, {
    profile_name: 7,
    wallet_identities: { google_pay: {} },
  })

  assertRefused(first, 400, 'IR_01', 'name')
  assertRefused(nested, 400, 'IR_01', 'wallet_identities.google_pay.merchant_id')
})

test('an unknown field in a body is refused with IR_04 by every route that takes one', async () => {
  const bodies: [string, object][] = [
    ['/customers', {}],
    ['/customers/taken', {}],
    ['/customers/list', {}],
    [keys, { name: 'k' }],
    [profiles, { profile_name: 'p' }],
    [`${profiles}/${profile_id}`, {}],
    [`${profiles}/${profile_id}/rotate_webhook_secret`, {}],
  ]

  for (const [path, body] of bodies) {
    const answer = await shop.post(path, { ...body, surprise: 1 })

    assertRefused(answer, 400, 'IR_04', 'surprise')
  }
})

const stranger = shop.with(undefined)
const theirs = await shop.neighbour()

test('a rejected request changes nothing', async () => {
  const before = await shop.get('/customers/taken')
  const count = await customerCount(shop)

  const answers = [
    await shop.post('/customers/taken', { name: 'Changed', email: 'no' }),
    await shop.post('/customers/taken', { name: 'Changed', surprise: 1 }),
    await shop.post('/customers/taken', { name: 'Changed', metadata: { k: {} } }),
    await readOnly.post('/customers/taken', { name: 'Changed' }),
    await readOnly.delete('/customers/taken'),
    await theirs.client.delete('/customers/taken'),
    await shop.post('/customers', { customer_id: 'taken', name: 'Changed' }),
    await shop.post('/customers', { customer_id: 'fresh', email: 'no' }),
    await customersContended(shop, () => shop.post('/customers/taken', { name: 'Changed' })),
    await customersGone(shop, () => shop.delete('/customers/taken')),
  ]

  assert.deepEqual(
    answers.map((answer) => answer.status),
    [400, 400, 400, 403, 403, 404, 409, 400, 409, 500],
  )
  assert.deepEqual((await shop.get('/customers/taken')).body, before.body)
  assert.equal(await customerCount(shop), count)
})

test('X-Request-Id is on every response, each time another one', async () => {
  const answers = [
    await shop.get('/health'),
    await shop.get('/health/live'),
    await shop.get('/nowhere'),
    await shop.get('/%zz'),
    await shop.put('/customers', {}),
    await stranger.get('/health'),
    await readOnly.post('/customers', {}),
    await shop.post('/customers', undefined, broken),
    await shop.post('/customers', undefined, tooLarge),
    await customersGone(shop, () => shop.get('/customers/taken')),
  ]

  const ids = answers.map((answer) => answer.headers.get('X-Request-Id') ?? 'none')
  for (const id of ids) assert.match(id, /^req_[0-9a-z]{26}$/)
  assert.equal(new Set(ids).size, answers.length)
})

test('a well-formed X-Request-Id from the caller is returned', async () => {
  const stored = await shop.get('/nowhere', { headers: { 'X-Request-Id': 'my-trace_1' } })
  const replaced = await shop.get('/nowhere', { headers: { 'X-Request-Id': 'no such id' } })

  assert.equal(stored.headers.get('X-Request-Id'), 'my-trace_1')
  assert.equal(stored.body.error.request_id, 'my-trace_1')
  assert.match(replaced.headers.get('X-Request-Id') ?? '', /^req_/)
})
