import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '#config.ts'
import { allowsLoopback } from '#kernel/addresses.ts'
import { toRateLimits } from '#http/rate_limit.ts'

const good = { DATABASE_URL: 'postgres://localhost/florin', FLORIN_SECRET: 'ab'.repeat(32) }

const production = {
  FLORIN_ENVIRONMENT: 'production',
  FLORIN_FILES_DIR: '/var/lib/florin',
  FLORIN_VAULT_KEYS: `2027:${'cd'.repeat(32)}`,
}

test('every mistake is reported at once, each with the expected value', () => {
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

test('a missing setting takes the documented default', () => {
  const config = readConfig(good)

  assert.equal(config.environment, 'sandbox')
  assert.equal(config.redis_url, undefined)
  assert.equal(config.admin_key, undefined)
  assert.deepEqual([config.host, config.metrics_host], ['127.0.0.1', '127.0.0.1'])
  assert.equal(toRateLimits(config).merchant, 1_500)
  assert.equal(toRateLimits(readConfig({ ...good, ...production })).merchant, 6_000)
  assert.equal(toRateLimits(readConfig({ ...good, FLORIN_RATE_LIMIT: '7' })).merchant, 7)
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

test('production without a key for the vault is a mistake, a sandbox without one is not', () => {
  const { FLORIN_VAULT_KEYS: _, ...without } = production

  assert.throws(() => readConfig({ ...good, ...without }), /FLORIN_VAULT_KEYS must be set/)
  assert.equal(readConfig(good).vault_keys, undefined)
})

test('FLORIN_SECRET is one secret or several, newest first', () => {
  const [newest, older] = ['ab'.repeat(32), 'cd'.repeat(32)]

  const { secret } = readConfig({ ...good, FLORIN_SECRET: `${newest}, ${older}` })

  assert.deepEqual(
    secret.map((each) => each.toString('hex')),
    [newest, older],
  )
  for (const wrong of ['', `${newest},`, `${newest},short`]) {
    assert.throws(() => readConfig({ ...good, FLORIN_SECRET: wrong }), /FLORIN_SECRET must be 64/)
  }
})

test('every secret can be read from a file, and nothing else can', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'florin-config-'))
  try {
    const file = async (name: string, text: string) => {
      await writeFile(join(folder, name), `${text}\n`)
      return join(folder, name)
    }
    const env = {
      DATABASE_URL_FILE: await file('url', good.DATABASE_URL),
      FLORIN_SECRET_FILE: await file('secret', good.FLORIN_SECRET),
      FLORIN_VAULT_KEYS_FILE: await file('keys', production.FLORIN_VAULT_KEYS),
      FLORIN_CELL_FILE: await file('cell', 'c002'),
    }

    const config = readConfig(env)

    assert.equal(config.database_url, good.DATABASE_URL)
    assert.equal(config.secret[0].toString('hex'), good.FLORIN_SECRET)
    assert.equal(config.vault_keys?.[0]?.id, '2027')
    assert.equal(config.cell, 'c001')
    assert.throws(
      () => readConfig({ ...env, ...good }),
      /DATABASE_URL and DATABASE_URL_FILE are both/,
    )
    assert.throws(
      () => readConfig({ ...good, FLORIN_ADMIN_KEY_FILE: join(folder, 'missing') }),
      /FLORIN_ADMIN_KEY could not be read from FLORIN_ADMIN_KEY_FILE: ENOENT/,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('production demands TLS that proves which PostgreSQL and Redis answer, unless they are on this machine or the operator allows plaintext', () => {
  const mistakesWith = (env: Record<string, string>): readonly string[] => {
    try {
      readConfig({ ...good, ...production, ...env })
      return []
    } catch (error) {
      return (error as ConfigError).mistakes
    }
  }
  const far = { DATABASE_URL: 'postgres://db.internal/florin', REDIS_URL: 'redis://cache.internal' }
  const [database, redis, ...others] = mistakesWith(far)
  assert.match(database ?? '', /^DATABASE_URL must have sslmode=verify-full/)
  assert.match(redis ?? '', /^REDIS_URL must begin with rediss:/)
  assert.deepEqual(others, [])

  // None of these proves which server answers.
  for (const query of [
    'require',
    'verify-ca',
    'prefer',
    'no-verify',
    'require&sslmode=verify-full',
  ]) {
    const DATABASE_URL = `postgres://db.internal/florin?sslmode=${query}`
    assert.match(mistakesWith({ DATABASE_URL })[0] ?? '', /^DATABASE_URL must have/, query)
  }

  // A name switches TLS off for its own connection only.
  const [left, ...none] = mistakesWith({ ...far, FLORIN_PLAINTEXT_ALLOWED: 'redis' })
  assert.match(left ?? '', /^DATABASE_URL.*FLORIN_PLAINTEXT_ALLOWED=postgresql allows it/)
  assert.deepEqual(none, [])
  assert.match(
    mistakesWith({ FLORIN_PLAINTEXT_ALLOWED: 'yes' })[0] ?? '',
    /^FLORIN_PLAINTEXT_ALLOWED must be one of postgresql, redis, smtp/,
  )
  const mail = (query: string) => ({
    FLORIN_SMTP_URL: `smtp://mail.internal:587/${query}`,
    FLORIN_MAIL_FROM: 'a@shop.example',
  })
  for (const query of ['?ignoreTLS=true', '?requireTLS=false', '?tls.rejectUnauthorized=false']) {
    assert.match(mistakesWith(mail(query))[0] ?? '', /^FLORIN_SMTP_URL must not switch TLS off/)
  }

  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.internal:4318' }
  assert.match(
    mistakesWith(collector)[0] ?? '',
    /^OTEL_EXPORTER_OTLP_ENDPOINT must begin with http/,
  )

  const fine = [
    { ...far, FLORIN_PLAINTEXT_ALLOWED: 'postgresql, redis' },
    { ...collector, FLORIN_PLAINTEXT_ALLOWED: 'otlp' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.internal' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    { ...mail('?ignoreTLS=true'), FLORIN_PLAINTEXT_ALLOWED: 'smtp' },
    mail(''),
    mail('?pool=true'),
    { ...far, FLORIN_ENVIRONMENT: 'sandbox' },
    {
      DATABASE_URL: 'postgres://db.internal/florin?sslmode=verify-full',
      REDIS_URL: 'rediss://cache.internal',
    },
    { DATABASE_URL: 'postgres://127.0.0.1/florin', REDIS_URL: 'redis://[::1]:6379' },
    { DATABASE_URL: 'postgres:///florin?host=/var/run/postgresql' },
    { DATABASE_URL: 'postgres://db.internal/florin?sslmode=verify-full&sslrootcert=/etc/ca.pem' },
  ]
  for (const env of fine) assert.deepEqual(mistakesWith(env), [], JSON.stringify(env))
})

test('webhooks to this machine: refused in production, and in a sandbox that other machines can reach', () => {
  assert.throws(
    () => readConfig({ ...good, ...production, FLORIN_WEBHOOK_LOOPBACK: 'yes' }),
    /FLORIN_WEBHOOK_LOOPBACK must not be yes in production/,
  )
  const allows = (env: Record<string, string>) => allowsLoopback(readConfig({ ...good, ...env }))
  assert.equal(allows(production), false)
  assert.equal(allows({}), true)
  assert.equal(allows({ FLORIN_HOST: '::1', FLORIN_PUBLIC_URL: 'http://localhost:8080' }), true)
  assert.equal(allows({ FLORIN_HOST: '0.0.0.0' }), false)
  assert.equal(allows({ FLORIN_PUBLIC_URL: 'https://sandbox.example' }), false)
  assert.equal(allows({ FLORIN_HOST: '0.0.0.0', FLORIN_WEBHOOK_LOOPBACK: 'yes' }), true)
  assert.equal(allows({ FLORIN_WEBHOOK_LOOPBACK: 'no' }), false)
})

test('the settings of single sign-on go together, and production needs https', () => {
  const oidc = {
    FLORIN_OIDC_ISSUER: 'https://login.example.com',
    FLORIN_OIDC_CLIENT_ID: 'florin',
    FLORIN_OIDC_CLIENT_SECRET: 'a secret',
    FLORIN_OIDC_NAME: 'Example Inc.',
  }
  const read = (env: Record<string, string>) => () => readConfig({ ...good, ...env })
  assert.equal(read(oidc)().oidc_name, 'Example Inc.')
  for (const name of Object.keys(oidc)) {
    assert.throws(read({ ...oidc, [name]: '' }), /FLORIN_OIDC_NAME go together: set all of them/)
  }

  const safe = { ...oidc, ...production, FLORIN_PUBLIC_URL: 'https://pay.example.com' }
  assert.equal(read(safe)().oidc_issuer, 'https://login.example.com')
  const plain = /FLORIN_OIDC_ISSUER and FLORIN_PUBLIC_URL must begin with https/
  assert.throws(read({ ...safe, FLORIN_OIDC_ISSUER: 'http://login.example.com' }), plain)
  assert.throws(read({ ...safe, FLORIN_PUBLIC_URL: '' }), plain)
})

for (const place of [
  'file:/var/lib/florin/anchors',
  's3://anchors/florin',
  'https://collector.example/anchors',
  'http://localhost:3000/anchors',
]) {
  test(`the audit trail can be anchored at ${place}`, () => {
    assert.equal(readConfig({ ...good, FLORIN_AUDIT_ANCHOR: place }).audit_anchor, place)
  })
}

for (const [place, env, says] of [
  ['anchors.txt', {}, /must be file:\/path, s3:/],
  ['file:anchors', {}, /must be file:\/path, s3:/],
  ['http://collector.example', {}, /must begin with https:/],
  ['https://10.0.0.1/anchors', {}, /must not point to a private or special address/],
  ['http://localhost:3000', production, /must not point to this machine/],
] as const) {
  test(`anchors at ${place} are refused ${'FLORIN_ENVIRONMENT' in env ? 'in production' : ''}`, () => {
    assert.throws(() => readConfig({ ...good, ...env, FLORIN_AUDIT_ANCHOR: place }), says)
  })
}

test('the share of traces is a number from 0 to 1, and headers are percent-encoded pairs', () => {
  const read = (share: string, headers: string) =>
    readConfig({ ...good, OTEL_TRACES_SAMPLER_ARG: share, OTEL_EXPORTER_OTLP_HEADERS: headers })

  assert.equal(readConfig(good).traces_share, 0.1)
  const { traces_share, otlp_headers } = read('.25', 'authorization=Basic%20YTpi==, x-team=pay')
  assert.equal(traces_share, 0.25)
  assert.deepEqual(otlp_headers, { authorization: 'Basic YTpi==', 'x-team': 'pay' })
  for (const share of ['1.1', '-1', 'half', '1e-3', '5.']) {
    assert.throws(() => read(share, ''), /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/)
  }
  for (const headers of ['authorization', 'a=', 'a=%0d%0ab', 'a=%zz', 'a b=c', 'a=1,']) {
    assert.throws(() => read('1', headers), /OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs/)
  }
})
