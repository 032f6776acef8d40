import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { scopes } from '#http/authenticate.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { ISO_UTC, assertRefused, until } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id } = shop.merchant
const keys = `/api_keys/${merchant_id}`
const profiles = `/account/${merchant_id}/business_profile`
const HOUR_MS = 60 * 60 * 1000

const keyFields = [
  'key_id',
  'merchant_id',
  'name',
  'description',
  'prefix',
  'scopes',
  'created',
  'modified_at',
  'last_used_at',
  'expiration',
  'status',
  'type',
  'publishable_key',
  'allowed_origins',
  'allowed_ips',
  'profile_ids',
  'organization_id',
  'amount_limits',
]

async function newKey(body: object = {}, client: Client = shop, path = keys) {
  const answer = await client.post(path, { name: 'key', ...body })
  assert.equal(answer.status, 201, answer.text)
  const { key_id, api_key } = answer.body as { key_id: string; api_key: string }
  return { key_id, api_key, path: `${path}/${key_id}`, client: client.with(api_key), answer }
}

test('POST /api_keys/:merchant_id creates a key: the record, and the key itself once', async () => {
  const { answer, api_key } = await newKey({ description: 'Nightly', scopes: ['payments:read'] })

  const { created, modified_at, key_id, ...rest } = answer.body
  assert.match(key_id, /^key_/)
  assert.match(api_key, /^snd_[A-Za-z0-9]{64}$/)
  assert.match(created, ISO_UTC)
  assert.equal(modified_at, created)
  assert.deepEqual(rest, {
    merchant_id,
    name: 'key',
    description: 'Nightly',
    prefix: api_key.slice(0, 12),
    scopes: ['payments:read'],
    status: 'active',
    expiration: 'never',
    last_used_at: null,
    type: 'secret',
    publishable_key: null,
    allowed_origins: [],
    allowed_ips: [],
    profile_ids: [],
    organization_id: null,
    amount_limits: null,
    api_key,
  })
})

test('a key has all scopes and never expires by default', async () => {
  const { answer } = await newKey()

  assert.deepEqual(answer.body.scopes, ['*'])
  assert.equal(answer.body.expiration, 'never')
  assert.equal(answer.body.description, null)
})

test('api_key is in the answer to the creation and nowhere else', async () => {
  const { path, api_key } = await newKey()

  const answers = [
    await shop.get(path),
    await shop.get(`${keys}/list?limit=100`),
    await shop.post(path, { description: 'x' }),
    await shop.delete(path),
  ]

  for (const answer of answers) {
    assert.equal(answer.status, 200)
    assert.ok(!answer.text.includes(api_key.slice(12)) && !answer.text.includes('"api_key"'))
  }
  const record = answers[0]?.body
  assert.deepEqual(Object.keys(record).toSorted(), keyFields.toSorted())
})

test('GET /api_keys/:merchant_id/list gives the records, newest first, by limit and offset', async () => {
  const { client, merchant } = await shop.neighbour()
  const path = `/api_keys/${merchant.merchant_id}`
  const ids: string[] = []
  for (let n = 0; n < 12; n++) {
    ids.unshift((await newKey({}, client, path)).key_id)
    shop.clock.advance(10)
  }

  const usual = await client.get(`${path}/list`)
  const page = await client.get(`${path}/list?limit=3&offset=2`)

  const displayed = (body: { key_id: string }[]) => body.map(({ key_id }) => key_id)
  assert.deepEqual(displayed(usual.body), ids.slice(0, 10))
  assert.deepEqual(displayed(page.body), ids.slice(2, 5))
  assert.deepEqual(Object.keys(usual.body[0]).toSorted(), keyFields.toSorted())
})

test('an unknown filter of the list of keys gives 400 IR_04', async () => {
  const answer = await shop.get(`${keys}/list?status=active`)

  assertRefused(answer, 400, 'IR_04', 'status')
})

test('last_used_at is noted when a key is used', async () => {
  const { path, client } = await newKey()

  await client.get('/health')

  await until(async () => (await shop.get(path)).body.last_used_at !== null)
  assert.match((await shop.get(path)).body.last_used_at, ISO_UTC)
})

test('POST /api_keys/:merchant_id/:key_id changes only the sent fields', async () => {
  const { path, answer } = await newKey({ description: 'before', scopes: ['customers:read'] })

  const renamed = await shop.post(path, { name: 'after' })
  const cleared = await shop.post(path, { description: null })

  const { name, description, scopes: held, key_id, prefix } = renamed.body
  assert.deepEqual(
    { name, description, held, key_id, prefix },
    {
      name: 'after',
      description: 'before',
      held: ['customers:read'],
      key_id: answer.body.key_id,
      prefix: answer.body.prefix,
    },
  )
  assert.deepEqual([cleared.body.name, cleared.body.description], ['after', null])
})

test('a change of scopes is in force when it is answered', async () => {
  const { path, client } = await newKey({ scopes: ['customers:read', 'customers:write'] })
  assert.equal((await client.post('/customers', {})).status, 201)

  await shop.post(path, { scopes: ['customers:read'] })

  assertRefused(await client.post('/customers', {}), 403, 'AU_03')
})

test('DELETE revokes at once: AU_02, and the record says so', async () => {
  const { path, client, key_id } = await newKey()
  assert.equal((await client.get('/health')).status, 200)

  const answer = await shop.delete(path)

  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { key_id, merchant_id, revoked: true })
  assertRefused(await client.get('/health'), 401, 'AU_02')
  assert.equal((await shop.get(path)).body.status, 'revoked')
  assertRefused(await shop.post(path, { name: 'again' }), 409, 'IR_16')
})

test('an expired key gives AU_02 and its record says so', async () => {
  const expiration = new Date(shop.clock.now().getTime() + HOUR_MS).toISOString()
  const { path, client, answer } = await newKey({ expiration })
  assert.equal(answer.body.expiration, expiration)
  shop.clock.advance(HOUR_MS)

  const late = await client.get('/health')

  assertRefused(late, 401, 'AU_02')
  assert.equal((await shop.get(path)).body.status, 'expired')
})

test('the last key with api_keys:write cannot revoke itself: 409 IR_16', async () => {
  const { client, merchant } = await shop.neighbour()
  const path = `/api_keys/${merchant.merchant_id}`
  await newKey({ scopes: ['api_keys:read'] }, client, path)
  const spent = await newKey({}, client, path)
  await client.delete(spent.path)
  const all = await client.get(`${path}/list`)
  const own = all.body.find((record: { name: string }) => record.name === 'First key').key_id

  const refusal = await client.delete(`${path}/${own}`)
  const other = await newKey({ scopes: ['api_keys:write'] }, client, path)
  const allowed = await client.delete(`${path}/${own}`)

  assertRefused(refusal, 409, 'IR_16')
  assert.equal(allowed.status, 200)
  assertRefused(await client.get('/health'), 401, 'AU_02')
  assert.equal((await other.client.get('/health')).status, 200)
})

test('of two keys that revoke themselves at once one is left', async () => {
  const { client, merchant } = await shop.neighbour()
  const path = `/api_keys/${merchant.merchant_id}`
  const [first] = (await client.get(`${path}/list`)).body
  const second = await newKey({}, client, path)

  const answers = await Promise.all([
    client.delete(`${path}/${first.key_id}`),
    second.client.delete(second.path),
  ])

  const statuses = answers.map((answer) => answer.status)
  assert.deepEqual(new Set(statuses), new Set([200, 409]))
})

test('a key cannot give more than it has: 403 AU_03, for a new key and for an old one', async () => {
  const { client, path } = await newKey({ scopes: ['api_keys:write', 'customers:read'] })

  const wider = await client.post(keys, { name: 'k', scopes: ['payments:read'] })
  const all = await client.post(keys, { name: 'k' })
  const itself = await client.post(path, { scopes: ['*'] })
  const equal = await client.post(keys, { name: 'k', scopes: ['customers:read'] })

  for (const answer of [wider, all, itself]) assertRefused(answer, 403, 'AU_03')
  assert.equal(equal.status, 201)
})

for (const scope of scopes) {
  test(`a key can have the scope ${scope}`, async () => {
    const { answer } = await newKey({ scopes: [scope] })

    assert.deepEqual(answer.body.scopes, [scope])
  })
}

const unfitKeys: [string, unknown][] = [
  ['name', ''],
  ['name', 'n'.repeat(65)],
  ['description', 'd'.repeat(256)],
  ['scopes', []],
  ['scopes', '*'],
  ['scopes', ['*', '*']],
  ['expiration', 'tomorrow'],
  ['expiration', '2020-01-01T00:00:00Z'],
  ['expiration', '2100-02-30T00:00:00Z'],
  ['status', 'revoked'],
]

for (const [name, value] of unfitKeys) {
  test(`a key with ${name} ${JSON.stringify(value).slice(0, 30)} is refused: IR_04`, async () => {
    const answer = await shop.post(keys, { name: 'k', [name]: value })

    assertRefused(answer, 400, 'IR_04', name)
  })
}

test('a key created with expiration null never expires: null means absent', async () => {
  const answer = await shop.post(keys, { name: 'k', expiration: null })

  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.body.expiration, 'never')
})

test('an unknown key or profile gives 404 IR_05 on every route', async () => {
  const paths = [`${keys}/key_none`, `${profiles}/pro_none`]

  for (const path of paths) {
    assertRefused(await shop.get(path), 404, 'IR_05')
    assertRefused(await shop.post(path, {}), 404, 'IR_05')
    assertRefused(await shop.delete(path), 404, 'IR_05')
  }
  assertRefused(await shop.post(`${profiles}/pro_none/rotate_webhook_secret`, {}), 404, 'IR_05')
})

test('another merchant in the path gives 404 IR_05 on every route', async () => {
  const { client, merchant } = await shop.neighbour()
  const theirs = merchant.merchant_id
  const theirKey = (await client.get(`/api_keys/${theirs}/list`)).body[0].key_id
  const account = `/account/${theirs}/business_profile`
  const requests: [string, string, object?][] = [
    ['POST', `/api_keys/${theirs}`, { name: 'k' }],
    ['GET', `/api_keys/${theirs}/list`],
    ['GET', `/api_keys/${theirs}/${theirKey}`],
    ['POST', `/api_keys/${theirs}/${theirKey}`, {}],
    ['DELETE', `/api_keys/${theirs}/${theirKey}`],
    ['GET', account],
    ['POST', account, { profile_name: 'p' }],
    ['GET', `${account}/${merchant.profile_id}`],
    ['POST', `${account}/${merchant.profile_id}`, {}],
    ['POST', `${account}/${merchant.profile_id}/rotate_webhook_secret`, {}],
    ['DELETE', `${account}/${merchant.profile_id}`],
    ['GET', `${keys}/${theirKey}`],
    ['GET', `${profiles}/${merchant.profile_id}`],
  ]

  for (const [method, path, body] of requests) {
    assertRefused(await shop.send(method, path, body), 404, 'IR_05')
  }
  assert.equal((await client.get('/health')).status, 200)
})

test('GET /account/:merchant_id/business_profile gives an array with the default profile', async () => {
  const { client, merchant } = await shop.neighbour()
  const path = `/account/${merchant.merchant_id}/business_profile`

  const answer = await client.get(path)

  assert.equal(answer.status, 200)
  assert.equal(answer.body.length, 1)
  const [{ webhook_details, payment_response_hash_key, created, modified_at, ...rest }] =
    answer.body
  const { secret_last_rotated_at, ...webhook } = webhook_details
  assert.deepEqual(rest, {
    profile_id: merchant.profile_id,
    merchant_id: merchant.merchant_id,
    profile_name: merchant.merchant_name,
    is_default: true,
    return_url: null,
    session_expiry: 900,
    capture_window_days: 7,
    payment_link_config: null,
    allowed_payment_method_types: [],
    wallet_identities: {},
    is_manual_retry_enabled: false,
    risk_rules: [],
    card_testing_guard_config: {
      max_failed_per_ip: 20,
      max_failed_per_card: 0,
      window_minutes: 60,
    },
    dunning: { retry_days: [1, 3, 5, 7], final_action: 'cancelled' },
    refund_batch_time: '00:00',
    refuse_payouts_above_balance: false,
    payout_approvals: 0,
    metadata: {},
  })
  assert.deepEqual(webhook, {
    webhook_url: null,
    enabled_events: [],
    payment_created_enabled: false,
    payment_succeeded_enabled: true,
    payment_failed_enabled: true,
    custom_http_headers: {},
  })
  for (const moment of [created, modified_at, secret_last_rotated_at]) assert.match(moment, ISO_UTC)
  assert.equal(payment_response_hash_key, `****${merchant.payment_response_hash_key.slice(-4)}`)
})
