import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '#testing/folder.ts'
import { harness } from '#testing/harness.ts'
import { florin } from './commands.ts'

test('login checks the key and stores it where only its owner can read it; no browser is needed', async () => {
  await using shop = await harness()
  const { api_key, merchant_id } = shop.merchant
  const env = { XDG_CONFIG_HOME: await testFolder() }
  const server = ['--base-url', shop.base_url]

  const signed = await florin(['login', ...server], { env, input: [api_key] })
  const named = await florin([...server, 'login', '--name', 'other', '--api-key', api_key], { env })
  const wrong = await florin(['login', ...server], { env, input: ['snd_wrong'] })
  const used = await florin(['api-keys', 'get-current'], { env })
  const other = await florin(['--profile', 'other', 'api-keys', 'get-current'], { env })
  const unknown = await florin(['--profile', 'nobody', 'api-keys', 'get-current'], { env })

  assert.deepEqual(
    [signed, named, wrong, used, other, unknown].map(({ code }) => code),
    [0, 0, 3, 0, 0, 3],
  )
  assert.match(signed.out, new RegExp(merchant_id))
  assert.ok(!`${signed.out}${signed.err}`.includes(api_key))
  assert.equal(JSON.parse(used.out).merchant_id, merchant_id)
  assert.equal(JSON.parse(other.out).environment, 'sandbox')
  const { mode } = await stat(join(env.XDG_CONFIG_HOME, 'florin', 'config.json'))
  assert.equal((mode & 0o777).toString(8), '600')
})

test('the environment comes before the stored profile', async () => {
  await using shop = await harness()
  const { merchant, client } = await shop.neighbour()
  const env = { XDG_CONFIG_HOME: await testFolder() }
  await florin(['login', '--base-url', shop.base_url], { env, input: [shop.merchant.api_key] })

  const over = { ...env, FLORIN_API_KEY: merchant.api_key, FLORIN_BASE_URL: client.base_url }
  const { out } = await florin(['api-keys', 'get-current'], { env: over })

  assert.equal(JSON.parse(out).merchant_id, merchant.merchant_id)
})

test('open prints the page of an object in the dashboard', async () => {
  const env = { FLORIN_API_KEY: 'x', FLORIN_BASE_URL: 'https://pay.example.com/' }

  const payment = await florin(['open', 'pay_1', '--print'], { env })
  const list = await florin(['open', 'balances', '--print'], { env })
  const wrong = await florin(['open', 'xyz_1', '--print'], { env })

  assert.equal(payment.out, 'https://pay.example.com/dashboard/payments/pay_1')
  assert.equal(list.out, 'https://pay.example.com/dashboard/balances')
  assert.equal(wrong.code, 2)
})
