// The command line, as an operator meets it: through a child process.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDatabase, dropDatabase, withServer } from '#kernel/databases.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { testServer } from '#testing/database.ts'
import { harness, testEnv } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function florin(args: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    const path = process.env['PATH'] ?? ''
    const options = { env: { PATH: path, NODE_NO_WARNINGS: '1', ...env }, timeout: 60_000 }
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), ...args],
      options,
      // A process that was killed by the timeout has no code.
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    )
  })
}

/** The mistake of an operator gets one sentence, and no stack trace. */
function assertSentence({ code, stderr }: Ended, wanted: RegExp): void {
  assert.equal(code, 1, stderr)
  assert.match(stderr, wanted)
  assert.doesNotMatch(stderr, /\n\s+at /)
}

const CREATE = ['merchants', 'create', '--name', 'Shop']

async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const name = newId('req').replace('req', 'florin_test')
  try {
    await work(await createDatabase(testServer(), name))
  } finally {
    await dropDatabase(testServer(), name)
  }
}

for (const command of [CREATE, ['doctor', '--books']]) {
  test(`\`florin ${command[0]}\` on a database that was not migrated says which command to run first`, () =>
    withDatabase(async (DATABASE_URL) => {
      const ended = await florin(command, await testEnv({ DATABASE_URL }))

      assertSentence(ended, /run `florin migrate` first/)
    }))
}

/** The server of the tests under another name, user or host. */
function changed(change: (url: URL) => void): string {
  const url = new URL(testServer())
  change(url)
  return url.href
}

const mistakes: readonly [mistake: string, url: () => string, wanted: RegExp][] = [
  [
    'a port without PostgreSQL',
    () => 'postgres://nobody@127.0.0.1:1/none',
    /PostgreSQL does not answer at DATABASE_URL/,
  ],
  [
    'an unknown host',
    () => 'postgres://nobody@no-such-host.invalid/none',
    /host name in DATABASE_URL (is unknown|could not be resolved)/,
  ],
  [
    'a database that does not exist',
    () => changed((url) => (url.pathname = '/no_such_database')),
    /database in DATABASE_URL does not exist/,
  ],
  [
    'a user that does not exist',
    () => changed((url) => (url.username = 'no_such_user')),
    /PostgreSQL (refused the user|does not let this user in)/,
  ],
  [
    'TLS that PostgreSQL does not have',
    () => changed((url) => url.searchParams.set('sslmode', 'verify-full')),
    /PostgreSQL has no TLS/,
  ],
]

for (const [mistake, url, wanted] of mistakes) {
  test(`${mistake} in DATABASE_URL ends a command with one sentence`, async () => {
    assertSentence(await florin(CREATE, await testEnv({ DATABASE_URL: url() })), wanted)
  })
}

test('`florin migrate` explains its mistakes too', async () => {
  const DATABASE_URL = changed((url) => (url.pathname = '/no_such_database'))
  assertSentence(await florin(['migrate'], await testEnv({ DATABASE_URL })), /does not exist/)
})

test('a configuration with mistakes lists all of them and the page that explains them', async () => {
  const ended = await florin(['api'], { FLORIN_PORT: 'http' })

  assertSentence(ended, /3 mistake\(s\)/)
  for (const name of ['DATABASE_URL', 'FLORIN_SECRET', 'FLORIN_PORT']) {
    assert.ok(ended.stderr.includes(name), ended.stderr)
  }
  assert.match(ended.stderr, /docs\/reference\/configuration.md/)
})

async function takePort(): Promise<{ server: Server; port: string }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: String(typeof address === 'object' && address ? address.port : 0) }
}

for (const [role, name] of [
  ['api', 'FLORIN_PORT'],
  ['api', 'FLORIN_METRICS_PORT'],
  ['worker', 'FLORIN_WORKER_METRICS_PORT'],
] as const) {
  test(`an ${role} whose ${name} is in use does not start`, async () => {
    const { server, port } = await takePort()
    try {
      assertSentence(await florin([role], await testEnv({ [name]: port })), /The port is in use/)
    } finally {
      server.close()
    }
  })
}

test('a database with migrations of a newer version is told apart from one that is up to date', () =>
  withDatabase(async (DATABASE_URL) => {
    const env = await testEnv({ DATABASE_URL })
    await florin(['migrate'], env)
    assert.match((await florin(['migrate'], env)).stdout, /The database is up to date/)
    await withServer(DATABASE_URL, (client) =>
      client.query("insert into migrations (name) values ('9999_later.sql')"),
    )

    const { code, stdout } = await florin(['migrate'], env)

    assert.equal(code, 0)
    assert.match(stdout, /newer than this version: it also has 9999_later.sql/)
    assert.doesNotMatch(stdout, /up to date/)
    assert.match((await florin(['doctor'], env)).stdout, /warning +migrations .*9999_later.sql/)
  }))

test('`florin doctor` checks each part of the deployment and fails if one is broken', async () => {
  const sound = await florin(['doctor'], await testEnv())

  assert.equal(sound.code, 0, sound.stdout)
  for (const part of ['database', 'migrations', 'clock', 'storage']) {
    assert.match(sound.stdout, new RegExp(`ok +${part} `))
  }
  assert.match(sound.stdout, /warning +worker +none is running/)

  const env = await testEnv({ FLORIN_FILES_DIR: '/dev/null/files' })
  const broken = await florin(['doctor', '--json'], env)

  assert.equal(broken.code, 1)
  const checks = JSON.parse(broken.stdout) as { name: string; state: string }[]
  assert.equal(checks.find(({ name }) => name === 'storage')?.state, 'failed')
  assertSentence(await florin(['doctor', '--adopt'], env), /go with --books/)
})

test('`florin api --help` names every variable and its page', async () => {
  const { code, stdout } = await florin(['api', '--help'], {})

  assert.equal(code, 0)
  for (const name of ['DATABASE_URL', 'FLORIN_SECRET', 'FLORIN_VAULT_KEYS', 'FLORIN_PUBLIC_URL']) {
    assert.ok(stdout.includes(name), stdout)
  }
  assert.match(stdout, /docs\/reference\/configuration.md/)
})

const others: readonly [what: string, env: Record<string, string>, wanted: RegExp][] = [
  ['another secret', { FLORIN_SECRET: makeSecret() }, /FLORIN_SECRET is not the secret of this/],
  ['another cell', { FLORIN_CELL: 'c002' }, /is of the cell c001, and FLORIN_CELL is c002/],
  [
    'another environment',
    { FLORIN_ENVIRONMENT: 'production' },
    /is of the sandbox environment, and FLORIN_ENVIRONMENT is production/,
  ],
]

for (const [what, extra, wanted] of others) {
  test(`with ${what} than the database was first used with, nothing starts and no merchant is created`, () =>
    withDatabase(async (DATABASE_URL) => {
      await florin(['migrate'], await testEnv({ DATABASE_URL }))
      const first = await florin(CREATE, await testEnv({ DATABASE_URL }))
      assert.equal(first.code, 0, first.stderr)
      const env = await testEnv({ DATABASE_URL, ...extra })

      for (const args of [CREATE, ['api'], ['worker'], ['vault', 'rotate']]) {
        assertSentence(await florin(args, env), wanted)
      }

      const doctor = await florin(['doctor'], env)
      assert.match(doctor.stdout, new RegExp(`failed +secret +.*${wanted.source}`))
      await withServer(DATABASE_URL, async (client) => {
        const { rows } = await client.query('select count(*)::int as n from merchants')
        assert.deepEqual(rows, [{ n: 1 }])
      })
    }))
}

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await florin(args, await testEnv())
  assert.equal(code, 0, stderr)
  return stdout
}

const bank = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', account_holder_name: 'Ada King' }
const payout = {
  amount: 1000,
  currency: 'EUR',
  confirm: true,
  auto_fulfill: true,
  payout_type: 'bank',
  payout_method_data: { bank_transfer: { payout_method_type: 'sepa', ...bank } },
  customer: { name: 'Ada King' },
}

test('florin merchants suspend refuses every key and holds due payouts, until florin merchants resume', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const { merchant_id } = shop.merchant
  const made = await shop.post('/payouts/create', payout)
  assert.equal(made.status, 201, made.text)
  const path = `/payouts/${made.body.payout_id}`

  await run('merchants', 'suspend', merchant_id)

  assert.equal((await shop.get(path)).status, 403)
  await runSweeps(shop)
  assert.match(await run('merchants', 'list'), new RegExp(`${merchant_id} +suspended`))
  await run('merchants', 'resume', merchant_id)
  assert.equal((await shop.get(path)).body.status, 'requires_fulfillment')
  shop.clock.advance(60_000)
  await runSweeps(shop)
  assert.equal((await shop.get(path)).body.status, 'success')
})

test('florin keys create and revoke work without a key of the merchant', async () => {
  await using shop = await harness()
  const { merchant_id, api_key, publishable_key } = shop.merchant
  const scoped = await run(
    'keys',
    'create',
    merchant_id,
    '--name',
    'x',
    '--scopes',
    'payments:read',
  )
  const [key_id = '', key = ''] = scoped.trim().split(/ +/)
  const page = await run('keys', 'create', merchant_id, '--name', 'page', '--publishable')
  assert.match(page, /pk_snd_/)
  assert.equal((await shop.with(key).get('/payments/list')).status, 200)

  await run('keys', 'revoke', merchant_id, key_id)

  assert.equal((await shop.with(key).get('/health')).body.error.code, 'AU_02')
  const { keys } = JSON.parse(await run('merchants', 'show', merchant_id)) as { keys: object[] }
  assert.equal(keys.length, 3)
  await run('keys', 'revoke', merchant_id, '--all')
  for (const each of [api_key, publishable_key, page.trim().split(/ +/)[1]]) {
    assert.equal((await shop.with(each).get('/payments/none')).body.error.code, 'AU_02')
  }
})

for (const [args, says] of [
  [['merchants', 'suspend', 'mer_none'], /no merchant with the id mer_none/],
  [['keys', 'revoke', 'mer_none', '--all'], /no merchant with the id mer_none/],
  [['keys', 'revoke', 'mer_none'], /either a key_id or --all/],
  [['keys', 'create', 'mer_none', '--name', 'x', '--scopes', 'all'], /no merchant with the id/],
] as const) {
  test(`florin ${args.join(' ')} ends with one sentence and exit code 1`, async () => {
    const { code, stderr } = await florin([...args], await testEnv())

    assert.equal(code, 1)
    assert.match(stderr, says)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
}
