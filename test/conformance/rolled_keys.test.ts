// Rolling a key: the new one has the old one's scopes and limits, and the old one works for the chosen time.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { HOUR_MS } from '#kernel/clock.ts'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const keys = `/api_keys/${shop.merchant.merchant_id}`
const LIMITS = {
  scopes: ['customers:read', 'api_keys:read'],
  allowed_ips: ['127.0.0.0/8'],
  description: 'Nightly',
}

async function newKey(body: object) {
  const made = await shop.post(keys, { name: 'Reports', ...body })
  assert.equal(made.status, 201, made.text)
  return {
    body: made.body,
    client: shop.with(made.body.api_key),
    path: `${keys}/${made.body.key_id}`,
  }
}

const inHours = (hours: number) =>
  new Date(shop.clock.now().getTime() + hours * HOUR_MS).toISOString()

describe('POST /api_keys/:merchant_id/:key_id/roll', () => {
  test('creates a key with the same name, scopes and limits, and returns it once', async () => {
    const old = await newKey(LIMITS)

    const rolled = await shop.post(`${old.path}/roll`, {})

    assert.equal(rolled.status, 201, rolled.text)
    const { api_key, key_id, prefix, created, modified_at, ...same } = rolled.body
    assert.notEqual(key_id, old.body.key_id)
    assert.notEqual(api_key, old.body.api_key)
    assert.equal(prefix, api_key.slice(0, prefix.length))
    assert.equal(created, modified_at)
    for (const [name, value] of Object.entries(same)) assert.deepEqual(value, old.body[name], name)
    assert.equal((await shop.with(api_key).get('/customers/list')).status, 200)
    assertRefused(await shop.with(api_key).post('/customers', { name: 'A' }), 403, 'AU_03')
    const found = await shop.get(`${keys}/${key_id}`)
    assert.equal('api_key' in found.body, false)
  })

  test('the old key works for a day, or for the chosen hours, and not a moment longer', async () => {
    for (const [body, hours] of [
      [{}, 24],
      [{ old_key_hours: 2 }, 2],
      [{ old_key_hours: 720 }, 720],
    ] as const) {
      const old = await newKey(LIMITS)
      const { body: rolled } = await shop.post(`${old.path}/roll`, body)
      const { body: shown } = await shop.get(old.path)
      const end = Date.parse(rolled.created) + hours * HOUR_MS
      assert.equal(shown.expiration, new Date(end).toISOString())
      assert.equal((await old.client.get('/customers/list')).status, 200)

      shop.clock.advance(hours * HOUR_MS)

      assertRefused(await old.client.get('/customers/list'), 401, 'AU_02')
      assert.equal((await shop.with(rolled.api_key).get('/customers/list')).status, 200)
    }
  })

  test('with old_key_hours 0 the old key is revoked when the call returns', async () => {
    const old = await newKey(LIMITS)

    const { body } = await shop.post(`${old.path}/roll`, { old_key_hours: 0 })

    assertRefused(await old.client.get('/customers/list'), 401, 'AU_02')
    assert.equal((await shop.get(old.path)).body.status, 'revoked')
    assert.equal((await shop.with(body.api_key).get('/customers/list')).status, 200)
  })

  test('an old key that expires earlier still does, and the new key expires then or as asked', async () => {
    const expiration = inHours(5)
    const old = await newKey({ ...LIMITS, expiration })
    const { body: same } = await shop.post(`${old.path}/roll`, {})
    assert.equal(same.expiration, expiration)
    assert.equal((await shop.get(old.path)).body.expiration, expiration)

    const { body: longer } = await shop.post(`${keys}/${same.key_id}/roll`, { expiration: 'never' })
    assert.equal(longer.expiration, 'never')
    assert.equal((await shop.get(`${keys}/${same.key_id}`)).body.expiration, expiration)
  })

  test('a repeated request returns the same key, even after the old one is revoked', async () => {
    const old = await newKey(LIMITS)
    const sending = { headers: { 'Idempotency-Key': 'roll-1' } }
    const first = await shop.post(`${old.path}/roll`, { old_key_hours: 0 }, sending)
    const again = await shop.post(`${old.path}/roll`, { old_key_hours: 0 }, sending)
    assert.deepEqual(again.body, first.body)
  })

  test('a retry of a request whose answer was lost gets the key that it made, and makes no other', async () => {
    const old = await newKey(LIMITS)
    const sending = { headers: { 'Idempotency-Key': 'roll-2' } }
    const first = await shop.post(`${old.path}/roll`, { old_key_hours: 0 }, sending)
    const { length } = (await shop.get(`${keys}/list?limit=100`)).body
    await shop.services.db.run(`update idempotency set answer = null, locked_until = 'epoch'`, [])

    const again = await shop.post(`${old.path}/roll`, { old_key_hours: 0 }, sending)

    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal((await shop.get(`${keys}/list?limit=100`)).body.length, length)
    assert.equal((await shop.with(again.body.api_key).get('/customers/list')).status, 200)
  })

  test('a publishable key is rolled too, and shown', async () => {
    const origins = ['https://shop.example']
    const old = await newKey({ type: 'publishable', allowed_origins: origins })
    const { body } = await shop.post(`${old.path}/roll`, {})
    assert.match(body.api_key, /^pk_/)
    assert.equal(body.publishable_key, body.api_key)
    assert.deepEqual(body.allowed_origins, origins)
  })
})

describe('who can roll which key', () => {
  test('a key rolls itself, but cannot revoke itself on the way', async () => {
    const own = await newKey({ scopes: ['api_keys:write'] })
    assertRefused(await own.client.post(`${own.path}/roll`, { old_key_hours: 0 }), 409, 'IR_16')
    const rolled = await own.client.post(`${own.path}/roll`, { old_key_hours: 1 })
    assert.equal(rolled.status, 201, rolled.text)
    assert.equal((await own.client.get(own.path)).status, 200)
  })

  test('nobody rolls a key with scopes or limits wider than their own', async () => {
    const wide = await newKey({ scopes: ['*'] })
    const narrow = await newKey({ scopes: ['api_keys:write'] })
    assertRefused(await narrow.client.post(`${wide.path}/roll`, {}), 403, 'AU_03')

    const short = await newKey({ scopes: ['api_keys:write'], expiration: inHours(3) })
    const long = await newKey({ scopes: ['api_keys:read'] })
    assertRefused(await short.client.post(`${long.path}/roll`, {}), 403, 'AU_03')
    const self = await short.client.post(`${short.path}/roll`, { expiration: 'never' })
    assertRefused(self, 403, 'AU_03')
  })

  test('a revoked or expired key cannot be rolled back to life', async () => {
    const revoked = await newKey(LIMITS)
    await shop.delete(revoked.path)
    assertRefused(await shop.post(`${revoked.path}/roll`, {}), 409, 'IR_16')

    const expired = await newKey({ ...LIMITS, expiration: inHours(1) })
    shop.clock.advance(HOUR_MS)
    assertRefused(await shop.post(`${expired.path}/roll`, {}), 409, 'IR_16')
  })

  test('the last key that makes keys does not roll itself into one that ends', async () => {
    const alone = await harness()
    try {
      const own = `/api_keys/${alone.merchant.merchant_id}`
      const { body } = await alone.get(`${own}/list`)
      const [{ key_id }] = body
      const ends = new Date(alone.clock.now().getTime() + HOUR_MS).toISOString()
      assertRefused(await alone.post(`${own}/${key_id}/roll`, { expiration: ends }), 409, 'IR_16')
      assert.equal((await alone.post(`${own}/${key_id}/roll`, {})).status, 201)
    } finally {
      await alone.app.close()
    }
  })

  test('hours outside 0 to 720 and a passed expiration are refused', async () => {
    const old = await newKey(LIMITS)
    for (const body of [{ old_key_hours: -1 }, { old_key_hours: 721 }, { old_key_hours: 1.5 }]) {
      assertRefused(await shop.post(`${old.path}/roll`, body), 400, 'IR_04')
    }
    const passed = { expiration: inHours(-1) }
    assertRefused(await shop.post(`${old.path}/roll`, passed), 400, 'IR_04')
    assert.equal((await shop.get(old.path)).body.expiration, 'never')
  })
})
