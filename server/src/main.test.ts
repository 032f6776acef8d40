// The command line, as an operator meets it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { makeSecret } from '#kernel/crypto.ts'
import {
  assertSentence,
  florin,
  florinUntil,
  spawnFlorin,
  withDatabase,
} from '#testing/command_line.ts'
import { harness, testEnv } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { takePort } from '#testing/taken_port.ts'

const CREATE = ['merchants', 'create', '--name', 'Shop']

test('a command as a program prints to stdout and ends with 0; if it fails, it prints a sentence to stderr and ends with 1', async () => {
  const made = await spawnFlorin([...CREATE, '--json'], await testEnv())
  const { merchant_id } = JSON.parse(made.stdout) as { merchant_id: string }
  assert.deepEqual([made.code, made.stderr], [0, ''])

  const shown = await spawnFlorin(['merchants', 'show', merchant_id], await testEnv())
  const missing = await spawnFlorin(['merchants', 'show', 'mer_none'], await testEnv())
  const broken = await spawnFlorin(
    ['doctor'],
    await testEnv({ FLORIN_FILES_DIR: '/dev/null/files' }),
  )

  assert.deepEqual([shown.code, JSON.parse(shown.stdout).merchant_id], [0, merchant_id])
  assertSentence(missing, /^There is no merchant with the id mer_none/)
  assert.deepEqual([broken.code, broken.stderr], [1, ''])
})

for (const command of [CREATE, ['doctor', '--books']]) {
  test(`\`florin-server ${command[0]}\` on a database that was not migrated says which command to run first`, () =>
    withDatabase(async (DATABASE_URL) => {
      const ended = await florin(command, await testEnv({ DATABASE_URL }))

      assertSentence(ended, /run `florin-server migrate` first/)
    }))
}

test('a configuration with mistakes lists all of them and the page that explains them', async () => {
  const ended = await florin(['api'], { FLORIN_PORT: 'http' })

  assertSentence(ended, /3 mistake\(s\)/)
  for (const name of ['DATABASE_URL', 'FLORIN_SECRET', 'FLORIN_PORT']) {
    assert.ok(ended.stderr.includes(name), ended.stderr)
  }
  assert.match(ended.stderr, /docs\/reference\/configuration.md/)
})

for (const [role, name] of [
  ['api', 'FLORIN_PORT'],
  ['api', 'FLORIN_METRICS_PORT'],
  ['worker', 'FLORIN_WORKER_METRICS_PORT'],
] as const) {
  test(`an ${role} whose ${name} is in use does not start`, async () => {
    await using taken = await takePort()
    const env = await testEnv({ [name]: taken.port })

    assertSentence(await florin([role], env), /The port is in use/)
  })
}

test("a database with a newer version's migrations is distinguished from one that is up to date", () =>
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

test('`florin-server doctor` checks each part of the deployment and fails if one is broken', async () => {
  const sound = await florin(['doctor'], await testEnv())

  assert.equal(sound.code, 0, sound.stdout)
  for (const part of ['database', 'migrations', 'clock', 'storage', 'pages']) {
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

test('`florin-server doctor` writes nothing, and warns if no acquirer is configured', () =>
  withDatabase(async (DATABASE_URL) => {
    const env = await testEnv({ DATABASE_URL, FLORIN_PROVIDER: 'none' })
    await florin(['migrate'], env)
    await withServer(DATABASE_URL, (client) =>
      client.query(
        `alter database "${new URL(DATABASE_URL).pathname.slice(1)}" set default_transaction_read_only = on`,
      ),
    )

    const { code, stdout } = await florin(['doctor'], env)

    assert.equal(code, 0, stdout)
    assert.match(stdout, /ok +secret /)
    assert.match(stdout, /warning +provider +no acquirer is configured: every payment is refused/)
  }))

test('an api without an acquirer says so when it starts', async () => {
  const env = await testEnv({ FLORIN_PROVIDER: 'none' })

  const { stdout, code } = await florinUntil('api is up', 'api', env)

  assert.match(stdout, /"level":"warn".*no acquirer is configured: every payment is refused/)
  assert.equal(code, 0, stdout)
})

test('`florin-server api --help` names every variable and its page', async () => {
  const { code, stdout } = await spawnFlorin(['api', '--help'], {})

  assert.equal(code, 0)
  for (const name of ['DATABASE_URL', 'FLORIN_SECRET', 'FLORIN_VAULT_KEYS', 'FLORIN_PUBLIC_URL']) {
    assert.ok(stdout.includes(name), stdout)
  }
  assert.match(stdout, /docs\/reference\/configuration.md/)
})

const others: readonly [what: string, env: Record<string, string>, wanted: RegExp][] = [
  ['another secret', { FLORIN_SECRET: makeSecret() }, /FLORIN_SECRET does not match this database/],
  ['another cell', { FLORIN_CELL: 'c002' }, /belongs to the cell c001, but FLORIN_CELL is c002/],
  [
    'another environment',
    { FLORIN_ENVIRONMENT: 'production' },
    /belongs to the sandbox environment, but FLORIN_ENVIRONMENT is production/,
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

test('florin-server merchants suspend refuses every key and holds due payouts, until florin-server merchants resume', async () => {
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

test('florin-server keys create and revoke work without a key of the merchant', async () => {
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

test('florin-server organizations create and list, and merchants and keys of an organization', async () => {
  await using shop = await harness()
  const [organization_id = ''] = (await run('organizations', 'create', 'Holding')).split(' ')
  const made = await run(...CREATE, '--organization', organization_id, '--json')
  const { merchant_id, ...merchant } = JSON.parse(made) as Record<string, string>
  assert.equal(merchant['organization_id'], organization_id)
  assert.match(await run('organizations', 'list'), new RegExp(`${organization_id}  Holding`))

  const name = ['--name', 'Reports', '--scopes', 'analytics:read', '--organization']
  const printed = await run('keys', 'create', merchant_id ?? '', ...name)

  const client = shop.with(printed.trim().split(/ +/)[1])
  const timeRange = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-02T00:00:00Z' }
  const query = { timeRange, metrics: ['payment_count'] }
  assert.equal((await client.post('/analytics/v1/org/metrics/payments', query)).status, 200)
  assert.match(await run('audit'), /"action":"florin-server organizations create"/)
  const [entry = '{}'] = (await run('audit', merchant_id ?? '')).split('\n')
  const { fields } = JSON.parse(entry) as { fields: object }
  assert.deepEqual(fields, { name: 'Reports', scopes: ['analytics:read'], organization: true })
})

test('commands are in the audit trail of their merchant, and florin-server audit prints it', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const made = await run('keys', 'create', merchant_id, '--name', 'x', '--scopes', 'payments:read')
  const [key_id = ''] = made.split(' ')
  await run('keys', 'revoke', merchant_id, key_id)
  await run('merchants', 'suspend', merchant_id)
  await run('merchants', 'resume', merchant_id)
  await run('vault', 'rotate')

  const printed = (await run('audit', merchant_id)).trim().split('\n')

  const entries = printed.map((line) => JSON.parse(line) as Record<string, unknown>)
  assert.deepEqual(
    entries.map(({ action }) => action),
    [
      'florin-server merchants resume',
      'florin-server merchants suspend',
      'florin-server keys revoke',
      'florin-server keys create',
    ],
  )
  assert.deepEqual(entries[2]?.['object_ids'], { merchant_id, key_id })
  assert.deepEqual(entries[3]?.['fields'], { name: 'x', scopes: ['payments:read'] })
  for (const { actor, address } of entries) assert.deepEqual([actor, address], ['operator', null])
  assert.deepEqual((await shop.get('/audit')).body.data, entries)
  assert.match(await run('audit'), /"action":"florin-server vault rotate"/)
})

for (const [args, says] of [
  [['merchants', 'suspend', 'mer_none'], /no merchant with the id mer_none/],
  [['keys', 'revoke', 'mer_none', '--all'], /no merchant with the id mer_none/],
  [['keys', 'revoke', 'mer_none'], /either a key_id or --all/],
  [[...CREATE, '--organization', 'org_none'], /no organization with the id org_none/],
  [['keys', 'create', 'mer_none', '--name', 'x', '--scopes', 'all'], /no merchant with the id/],
] as const) {
  test(`florin-server ${args.join(' ')} ends with one sentence and exit code 1`, async () => {
    const { code, stderr } = await florin([...args], await testEnv())

    assert.equal(code, 1)
    assert.match(stderr, says)
    assert.equal(stderr.trim().split('\n').length, 1)
  })
}
