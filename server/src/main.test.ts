import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { harness, testEnv } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'

function florin(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const path = process.env['PATH'] ?? ''
    const options = { env: { PATH: path, NODE_NO_WARNINGS: '1', ...env } }
    execFile(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), ...args],
      options,
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

test('a command on a database that was not migrated says which command to run first', async () => {
  const server = process.env['DATABASE_URL'] ?? ''
  const name = newId('req').replace('req', 'florin_test')
  const DATABASE_URL = await createDatabase(server, name)
  try {
    const env = await testEnv({ DATABASE_URL })

    const { code, stderr } = await florin(['merchants', 'create', '--name', 'Shop'], env)

    assert.equal(code, 1)
    assert.match(stderr, /run `florin migrate` first/)
  } finally {
    await dropDatabase(server, name)
  }
})

test('a command that cannot reach PostgreSQL says so', async () => {
  const env = await testEnv({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })

  const { code, stderr } = await florin(['merchants', 'create', '--name', 'Shop'], env)

  assert.equal(code, 1)
  assert.match(stderr, /PostgreSQL does not answer at DATABASE_URL/)
})

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
