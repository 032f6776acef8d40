// FLORIN_SECRET is replaced in three steps: known to all, first for all, alone. At each step everything works that was
// made before, on all processes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveVaultKeys } from '#app.ts'
import { readConfig } from '#config.ts'
import { rotateVault } from '#core/vault/rotate.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { rotateEncryption } from '#resources/accounts/profiles/rotate_encryption.ts'
import { webhookReceiver } from '#resources/accounts/profiles/read.ts'
import type { Answer } from '#testing/client.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { eventually } from '#testing/eventually.ts'
import { paymentBody } from '#testing/payment_body.ts'

const [OLD, NEW] = [makeSecret(), makeSecret()]
const steps = { before: OLD, known: `${OLD},${NEW}`, first: `${NEW},${OLD}`, alone: NEW }

const start = (FLORIN_SECRET: string) => harness({ env: { FLORIN_SECRET } })

interface Secret {
  payment_id: string
  client_secret: string
}

/** As a browser reads the payment. */
function seen(on: Shop, of: Shop, { payment_id, client_secret }: Secret): Promise<Answer> {
  const query = new URLSearchParams({ client_secret }).toString()
  return on.with(of.merchant.publishable_key).get(`/payments/${payment_id}?${query}`)
}

/** Uses everything that depends on the secret, for this merchant on this deployment. */
async function assertWorks(on: Shop, of: Shop, payment: Secret): Promise<void> {
  const { merchant_id, profile_id, api_key, payment_response_hash_key } = of.merchant
  const health = await on.with(api_key).get('/health')
  assert.equal(health.status, 200, health.text)
  const read = await seen(on, of, payment)
  assert.equal(read.status, 200, read.text)
  const receiver = await webhookReceiver(on.services, { merchant_id, profile_id }, on.clock.now())
  assert.deepEqual(receiver?.secrets, [payment_response_hash_key])
  assert.deepEqual(receiver?.custom_http_headers, { authorization: 'Bearer sesame' })
  const rows = await on.services.db.run<{ vault_id: string }>(
    'select vault_id from vault where merchant_id = $1',
    [merchant_id],
  )
  assert.ok(await on.services.vault.get(merchant_id, rows[0]?.vault_id ?? ''))
}

async function rotate(shop: Shop, FLORIN_SECRET: string): Promise<void> {
  const config = readConfig(await testEnv({ FLORIN_SECRET }))
  await rotateVault(shop.services, deriveVaultKeys(config, shop.services.keyring), () => {})
  await rotateEncryption(shop.services)
}

test('FLORIN_SECRET is rotated without an interruption, and afterwards the old one is not needed', async () => {
  await using before = await start(steps.before)
  const { merchant_id, profile_id } = before.merchant
  const url = `/account/${merchant_id}/business_profile/${profile_id}`
  const custom_http_headers = { authorization: 'Bearer sesame' }
  const webhook_details = { webhook_url: 'http://127.0.0.1:9/hook', custom_http_headers }
  assert.equal((await before.post(url, { webhook_details })).status, 200)
  const { body: payment } = await before.post('/payments', paymentBody({ confirm: false }))

  await using known = await start(steps.known)
  await using first = await start(steps.first)
  for (const shop of [before, known, first]) await assertWorks(shop, before, payment)
  const { body: shown } = await first
    .with(before.merchant.api_key)
    .get(`/payments/${payment.payment_id}`)
  assert.notEqual(shown.client_secret, payment.client_secret)
  // Objects made under the new secret work where the old one is still first.
  await assertWorks(known, before, shown)
  assert.equal((await known.with(first.merchant.api_key).get('/health')).status, 200)
  await rotate(first, steps.first)
  for (const shop of [known, first]) await assertWorks(shop, before, payment)

  await using alone = await start(steps.alone)
  await eventually('the keys have moved with their use', async () => {
    await assertWorks(first, before, payment)
    const answers = [alone.with(before.merchant.api_key).get('/health'), seen(alone, before, shown)]
    return (await Promise.all(answers)).every(({ status }) => status === 200)
  })
  await assertWorks(alone, before, shown)
  assert.equal((await seen(alone, before, payment)).status, 401)
})
