// The keys that every sandbox on its own machine has.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { test } from 'node:test'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { seed } from '#roles/sandbox/seed.ts'
import { wellKnownKey } from './well_known_keys.ts'

const SECRET = `snd_TheWellKnownKeyOfEverySandboxOnItsOwnMachine${'0'.repeat(16)}c001`
const PUBLISHABLE = `pk_snd_TheWellKnownPublishableKeyOfEverySandbox${'0'.repeat(20)}c001`
const STATE = {
  format: 1,
  secret: 'ab'.repeat(32),
  is_local: true,
  bank_key: '',
  bank_callback_secret: '',
  bank_port: 0,
} as const

/** With headers that fetch does not allow. */
function statusOf(base_url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(
      new URL('/health', base_url),
      { headers: { 'api-key': SECRET, ...headers } },
      (answer) => resolve(answer.resume().statusCode),
    )
      .on('error', reject)
      .end()
  })
}

/** A shop whose database has the well-known keys. */
async function shopWithKeys(env: Record<string, string> = {}): Promise<Shop> {
  const shop = await harness({ env })
  await seed(await testEnv(), STATE)
  return shop
}

test('a sandbox on this machine has the documented keys at every start', async (t) => {
  const sandbox = await startSandbox()
  t.after(() => sandbox.stop())

  assert.equal(sandbox.facts.api_key, SECRET)
  assert.equal(sandbox.facts.publishable_key, PUBLISHABLE)
  assert.equal(wellKnownKey('c001'), SECRET)
  assert.match(sandbox.facts.user_password, /^[A-Za-z0-9]{20}$/, 'the password is no fixed one')
  const guide = await readFile(
    new URL('../../../docs/guides/first-call.md', import.meta.url),
    'utf8',
  )
  const { api_key, merchant_id, profile_id } = sandbox.facts
  for (const value of [api_key, merchant_id, profile_id]) assert.ok(guide.includes(value), value)
})

test('a sandbox that other machines can reach has random keys', async (t) => {
  const sandbox = await startSandbox({ ...process.env, FLORIN_HOST: '0.0.0.0' })
  t.after(() => sandbox.stop())

  const { api_key, publishable_key, user_password } = sandbox.facts
  assert.match(api_key, /^snd_\w{64}$/)
  assert.doesNotMatch(api_key + publishable_key, /WellKnown/)
  assert.notEqual(user_password, 'the-sandbox-of-florin')
})

test('a well-known key works at the names of this machine, and at no other name or behind a proxy', async () => {
  await using shop = await shopWithKeys()

  for (const host of ['127.0.0.1', 'localhost:8080', '[::1]:8080', 'shop.localhost']) {
    assert.equal(await statusOf(shop.base_url, { host }), 200, host)
  }
  for (const host of ['rebound.example', '192.0.2.1:8080', 'localhost.rebound.example']) {
    assert.equal(await statusOf(shop.base_url, { host }), 401, host)
  }
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Forwarded-Host']) {
    assert.equal(await statusOf(shop.base_url, { [name]: '127.0.0.1' }), 401, name)
  }
})

test('an api that other machines can reach refuses a well-known key that its database has', async () => {
  await using shop = await shopWithKeys({ FLORIN_PUBLIC_URL: 'https://pay.example' })

  for (const key of [SECRET, PUBLISHABLE]) {
    const answer = await shop.with(key).get('/health')
    assert.equal(answer.status, 401)
    assert.match(answer.body.error.message, /well-known keys/)
  }
})

test('production refuses the well-known keys', async () => {
  await using production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })

  for (const key of [SECRET, PUBLISHABLE, SECRET.replace('snd', 'prd')]) {
    const answer = await production.with(key).get('/health')
    assert.equal(answer.status, 401)
    assert.equal(answer.body.error.code, 'AU_01')
  }
})
