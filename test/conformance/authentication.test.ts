import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { hashKey, scopes } from '#http/authenticate.ts'
import { Keyring } from '#kernel/crypto.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const sandbox = await harness()
const production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })
after(async () => {
  await sandbox.app.close()
  await production.app.close()
})

const { merchant_id } = sandbox.merchant
const another = new Keyring(randomBytes(32))
const protectedRoutes = routes.filter((route) => route.access !== 'public')

function pathOf(url: string): string {
  return url.replace(':merchant_id', merchant_id).replaceAll(/:[a-z_]+/g, 'some_id')
}

test('the secret key in the header `api-key` opens the API', async () => {
  const answer = await sandbox.get('/health')

  assert.equal(answer.status, 200)
})

for (const { method, url, publishable } of protectedRoutes) {
  test(`${method} ${url} without a key gives 401 AU_01`, async () => {
    const answer = await sandbox.with(undefined).send(method, pathOf(url))

    assertRefused(answer, 401, 'AU_01')
    assert.equal(answer.body.error.type, 'authentication_error')
  })

  // On browser routes the client_secret decides: payments_endpoints.test.ts has those.
  if (publishable) continue
  test(`${method} ${url} with a publishable key gives 403 AU_03`, async () => {
    const answer = await sandbox.with(sandbox.merchant.publishable_key).send(method, pathOf(url))

    assertRefused(answer, 403, 'AU_03')
  })
}

const secret = sandbox.merchant.api_key
const otherEnd = `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`
const invalid: [string, string][] = [
  ['an empty key', ''],
  ['an unknown key of the right form', `snd_${'a'.repeat(64)}`],
  ['a key with another last character', otherEnd],
  ['a key that is cut short', secret.slice(0, -1)],
  ['a key with something after it', `${secret}x`],
  ['a key without its prefix', secret.slice(4)],
  ['a key in other letters', secret.toUpperCase()],
  ['a secret key posing as publishable', `pk_${secret}`],
  ['a production key', production.merchant.api_key],
  ['a production publishable key', production.merchant.publishable_key],
  ['the text of a sandbox key behind the production prefix', `prd_${secret.slice(4)}`],
  ["the operator's key", ADMIN_KEY],
]

for (const [what, key] of invalid) {
  test(`${what} gives 401 AU_01`, async () => {
    const answer = await sandbox.with(key).get('/health')

    assertRefused(answer, 401, 'AU_01')
  })
}

test('a key in any other place than the header `api-key` is no key', async () => {
  const stranger = sandbox.with(undefined)

  const bearer = await stranger.get('/health', { headers: { Authorization: `Bearer ${secret}` } })
  const query = await stranger.get(`/health?api-key=${secret}`)

  assertRefused(bearer, 401, 'AU_01')
  assertRefused(query, 401, 'AU_01')
})

test('a production key in the sandbox gets its own error, which does not repeat the key', async () => {
  const answer = await sandbox.with(production.merchant.api_key).get('/health')

  assertRefused(answer, 401, 'AU_01')
  assert.match(answer.body.error.message, /sandbox environment/)
  assert.ok(!answer.text.includes(production.merchant.api_key))
})

test('a sandbox key in production gives 401 AU_01', async () => {
  const answer = await production.with(secret).get('/health')

  assertRefused(answer, 401, 'AU_01')
})

test('sandbox secret keys begin with snd_ and have 64 characters after it', async () => {
  const made = await sandbox.post(`/api_keys/${merchant_id}`, { name: 'k' })

  assert.match(secret, /^snd_[A-Za-z0-9]{64}$/)
  assert.match(made.body.api_key, /^snd_[A-Za-z0-9]{64}$/)
})

test('production secret keys begin with prd_ and open production', async () => {
  const path = `/api_keys/${production.merchant.merchant_id}`

  const made = await production.post(path, { name: 'k' })

  assert.match(production.merchant.api_key, /^prd_[A-Za-z0-9]{64}$/)
  assert.match(made.body.api_key, /^prd_[A-Za-z0-9]{64}$/)
  const health = await production.with(made.body.api_key).get('/health')
  assert.equal(health.status, 200)
  assert.equal(health.body.environment, 'production')
})

test('sandbox publishable keys begin with pk_snd_', () => {
  assert.match(sandbox.merchant.publishable_key, /^pk_snd_[A-Za-z0-9]{64}$/)
})

test('production publishable keys begin with pk_prd_', () => {
  assert.match(production.merchant.publishable_key, /^pk_prd_[A-Za-z0-9]{64}$/)
})

test('a merchant made by the operator gets keys of the environment that work at once', async () => {
  const made = await sandbox.with(ADMIN_KEY).post('/accounts', { merchant_name: 'Corner Bookshop' })

  assert.equal(made.status, 201)
  assert.deepEqual(Object.keys(made.body).toSorted(), [
    'api_key',
    'merchant_id',
    'merchant_name',
    'organization_id',
    'payment_response_hash_key',
    'profile_id',
    'publishable_key',
  ])
  const health = await sandbox.with(made.body.api_key).get('/health')
  assert.equal(health.body.merchant_id, made.body.merchant_id)
})

test('only the operator creates merchants: a secret key gives 403 AU_03', async () => {
  const answer = await sandbox.post('/accounts', { merchant_name: 'Mine' })

  assertRefused(answer, 403, 'AU_03')
})

test('merchants cannot be created without an operator key', async () => {
  await using closed = await harness({ env: { FLORIN_ADMIN_KEY: '' } })

  const stranger = await closed.with(ADMIN_KEY).post('/accounts', { merchant_name: 'Mine' })
  const merchant = await closed.post('/accounts', { merchant_name: 'Mine' })

  assertRefused(stranger, 401, 'AU_01')
  assertRefused(merchant, 403, 'AU_03')
})

test('a revoked key gives 401 AU_02 from the moment its revocation is answered', async () => {
  const path = `/api_keys/${merchant_id}`
  const { key_id, api_key } = (await sandbox.post(path, { name: 'short-lived' })).body
  const client = sandbox.with(api_key)
  assert.equal((await client.get('/health')).status, 200)

  const revoked = await sandbox.delete(`${path}/${key_id}`)
  const answer = await client.get('/health')

  assert.equal(revoked.status, 200)
  assertRefused(answer, 401, 'AU_02')
})

test('an expired key gives 401 AU_02', async () => {
  const hour = 60 * 60 * 1000
  const expiration = new Date(sandbox.clock.now().getTime() + hour).toISOString()
  const made = await sandbox.post(`/api_keys/${merchant_id}`, { name: 'an hour', expiration })
  const client = sandbox.with(made.body.api_key)
  assert.equal((await client.get('/health')).status, 200)
  sandbox.clock.advance(hour)

  const answer = await client.get('/health')

  assertRefused(answer, 401, 'AU_02')
})

for (const { method, url, access, users_only } of protectedRoutes) {
  if (access === 'any_key' || access === 'admin' || access === 'public') continue
  if (access === 'session' || users_only) {
    test(`${method} ${url} needs a user who has signed in: a key with all scopes is refused`, async () => {
      assertRefused(await sandbox.send(method, pathOf(url)), 403, 'AU_03')
    })
    continue
  }
  test(`${method} ${url} needs the scope ${access}, which write includes, and no other`, async () => {
    const enough = [access, access.replace(':read', ':write')]
    const without = await sandbox.keyWith(...scopes.filter((scope) => !enough.includes(scope)))
    const having = await sandbox.keyWith(access)

    const refusal = await without.send(method, pathOf(url))
    const admitted = await having.send(method, pathOf(url))
    const writing = await (await sandbox.keyWith(enough[1] ?? access)).send(method, pathOf(url))

    assertRefused(refusal, 403, 'AU_03')
    assert.deepEqual(refusal.body.error.details, { scope: access })
    assert.ok(![401, 403].includes(admitted.status), admitted.text)
    assert.ok(![401, 403].includes(writing.status), writing.text)
  })
}

test('GET /health takes any secret key, whatever its scopes', async () => {
  const client = await sandbox.keyWith('payouts:read')

  const answer = await client.get('/health')

  assert.equal(answer.status, 200)
})

test('a key is neither logged nor stored as it is', async () => {
  const { api_key } = (await sandbox.post(`/api_keys/${merchant_id}`, { name: 'secret' })).body
  await sandbox.with(api_key).get('/health')

  const rows = await sandbox.services.db.run(
    `select 1 from api_keys a where a::text like $1
      union all select 1 from directory.keys k where k::text like $1`,
    [`%${api_key.slice(12)}%`],
  )

  assert.deepEqual(rows, [])
  assert.ok(!sandbox.log.join('').includes(api_key))
})

test('a stored API key is a hash under the secret of the deployment: it cannot be guessed without the secret', async () => {
  const made = await sandbox.post(`/api_keys/${merchant_id}`, { name: 'hashed' })
  const { api_key } = made.body
  const rows = await sandbox.services.db.run<{ row: string }>(
    `select api_keys::text as row from api_keys where merchant_id = $1
     union all select keys::text from directory.keys keys where merchant_id = $1`,
    [merchant_id],
  )
  const stored = rows.map(({ row }) => row).join('\n')

  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
    assert.doesNotMatch(stored, new RegExp(createHash(algorithm).update(api_key).digest('hex')))
  }
  assert.doesNotMatch(stored, new RegExp(hashKey(another, api_key).toString('hex')))
  assert.match(stored, new RegExp(hashKey(sandbox.services.keyring, api_key).toString('hex')))
})
