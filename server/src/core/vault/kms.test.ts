// Vault keys that AWS KMS decrypts at the start, against moto.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { startApi } from '#testing/api_process.ts'
import { assertSentence, florin, spawnFlorin } from '#testing/command_line.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { missingMoto, startKms, type TestKms } from '#testing/kms.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { createLog } from '#kernel/log.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { decryptVaultKeys } from './kms.ts'

const PLAIN = `2026:${makeSecret()}`

/** As a new process with these variables reads it. */
async function readSecret(env: Record<string, string>, merchant_id: string, vault_id: string) {
  const { env: outer } = process
  process.env = { ...outer, ...env }
  const config = await decryptVaultKeys(readConfig(await testEnv(env))).finally(() => {
    process.env = outer
  })
  const { vault, db, lists } = createServices(config, createLog('silent'))
  try {
    return await vault.get(merchant_id, vault_id)
  } finally {
    await Promise.all([db.close(), lists.db.close()])
  }
}

describe('vault keys under AWS KMS', { skip: missingMoto }, () => {
  let kms: TestKms
  let shop: Shop

  before(async () => {
    kms = await startKms()
    shop = await harness({ env: { FLORIN_VAULT_KEYS: PLAIN } })
  })

  after(async () => {
    await shop.app.close()
    await kms[Symbol.asyncDispose]()
  })

  async function newEntry(id: string): Promise<string> {
    const args = ['vault', 'create-key', '--kms-key', await kms.createKey(), '--id', id]
    const { code, stdout, stderr } = await florin(args, kms.env)
    assert.equal(code, 0, stderr)
    return stdout.trim()
  }

  test('a card stored under a plain key is rewrapped, and then read by a process that has the KMS key alone', async () => {
    const { merchant_id, api_key } = shop.merchant
    const card = { type: 'card', number: '4242424242424242' }
    const { vault_id, write } = await shop.services.vault.put(merchant_id, card, null)
    await shop.services.commit(write)
    const entry = await newEntry('2027')
    assert.match(entry, /^2027:aws-kms:[A-Za-z0-9+/=]+$/)

    const both = await testEnv({ ...kms.env, FLORIN_VAULT_KEYS: `${entry},${PLAIN}` })
    const rotated = await florin(['vault', 'rotate'], both)

    assert.match(rotated.stdout, /all use the key 2027 now/, rotated.stderr)
    const alone = { ...kms.env, FLORIN_VAULT_KEYS: entry, FLORIN_PROVIDER: 'instant' }
    assert.deepEqual(await readSecret(alone, merchant_id, vault_id), card)
    await using api = await startApi(alone)
    const paid = await api.client(api_key).post('/payments', examplePayment)
    assert.equal(paid.status, 200, paid.text)
  })

  test('a ciphertext under another id does not start a process: one sentence', async () => {
    const entry = await newEntry('2028')
    const env = await testEnv({ ...kms.env, FLORIN_VAULT_KEYS: entry.replace('2028', '2029') })

    assertSentence(
      await spawnFlorin(['api'], env),
      /AWS KMS did not decrypt the key 2029 of FLORIN_VAULT_KEYS/,
    )
  })

  test('without KMS no process starts: one sentence', async () => {
    const entry = await newEntry('2030')
    const away = { ...kms.env, AWS_ENDPOINT_URL_KMS: 'http://127.0.0.1:1' }
    const env = await testEnv({ ...away, FLORIN_VAULT_KEYS: entry })

    assertSentence(await spawnFlorin(['worker'], env), /AWS KMS did not decrypt the key 2030/)
  })

  test('an unknown KMS key creates nothing: one sentence', async () => {
    const args = ['vault', 'create-key', '--kms-key', 'alias/none', '--id', '2031']
    assertSentence(
      await florin(args, kms.env),
      /AWS KMS did not create a data key under alias\/none/,
    )
  })
})
