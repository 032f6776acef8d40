import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, rateLimitsOf, readConfig } from '#config.ts'

const good = { DATABASE_URL: 'postgres://localhost/florin', FLORIN_SECRET: 'ab'.repeat(32) }

const production = { FLORIN_ENVIRONMENT: 'production', FLORIN_FILES_DIR: '/var/lib/florin' }

test('every mistake is reported at once, each with what would be right', () => {
  const env = {
    DATABASE_URL: 'mysql://localhost',
    FLORIN_PORT: '99999',
    FLORIN_ENVIRONMENT: 'staging',
    FLORIN_ADMIN_KEY: 'short',
  }

  assert.throws(
    () => readConfig(env),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.equal(error.mistakes.length, 5)
      for (const name of [...Object.keys(env), 'FLORIN_SECRET'])
        assert.match(error.message, new RegExp(name))
      assert.match(error.message, /FLORIN_SECRET is missing/)
      return true
    },
  )
})

test('what is left out takes the documented default', () => {
  const config = readConfig(good)

  assert.equal(config.environment, 'sandbox')
  assert.equal(config.redis_url, undefined)
  assert.equal(config.admin_key, undefined)
  assert.equal(rateLimitsOf(config).merchant, 1_500)
  assert.equal(rateLimitsOf(readConfig({ ...good, ...production })).merchant, 6_000)
  assert.equal(rateLimitsOf(readConfig({ ...good, FLORIN_RATE_LIMIT: '7' })).merchant, 7)
})

const storages: [string, Record<string, string>, RegExp][] = [
  [
    'production without a place for files',
    { FLORIN_ENVIRONMENT: 'production' },
    /FLORIN_FILES_DIR or FLORIN_S3_BUCKET must be set/,
  ],
  [
    'a folder and a bucket',
    { FLORIN_FILES_DIR: '/var/lib/florin', FLORIN_S3_BUCKET: 'files' },
    /exclude each other/,
  ],
  ['a folder that is not a whole path', { FLORIN_FILES_DIR: 'files' }, /must be the whole path/],
  ['half an identity', { FLORIN_S3_ACCESS_KEY_ID: 'AKIA' }, /go together/],
]

for (const [what, env, mistake] of storages) {
  test(`${what} is a mistake`, () => {
    assert.throws(() => readConfig({ ...good, ...env }), mistake)
  })
}
