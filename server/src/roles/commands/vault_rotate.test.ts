// `florin vault rotate` as an operator runs it: from the key derived from the secret to a separate key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import type { Services } from '#kernel/context.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { randomIds } from '#kernel/ids.ts'
import { createLog } from '#kernel/log.ts'
import { createMerchant } from '#resources/accounts/merchants/create.ts'
import { florin, withDatabase } from '#testing/command_line.ts'
import { testEnv } from '#testing/harness.ts'

const card = { type: 'card', number: '4242424242424242', exp_month: 12, exp_year: 2030 }

async function withServices<T>(
  env: Record<string, string>,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  const services = createServices(readConfig(env), createLog('silent'))
  try {
    return await work(services)
  } finally {
    await Promise.all([services.db.close(), services.lists.db.close()])
  }
}

for (const options of [[], ['--data-keys']]) {
  const command = ['vault', 'rotate', ...options]
  test(`florin-server ${command.join(' ')} leads from the derived key to one that opens everything alone`, () =>
    withDatabase(async (DATABASE_URL) => {
      const derived = await testEnv({ DATABASE_URL, FLORIN_VAULT_KEYS: '' })
      await florin(['migrate'], derived)
      const stored = await withServices(derived, async (services) => {
        const context = { ...services, ...randomIds }
        const { merchant_id } = await createMerchant(context, { merchant_name: 'Shop' })
        const { vault_id, write } = await services.vault.put(merchant_id, card, null)
        await services.commit(write)
        return { merchant_id, vault_id }
      })
      const find = (env: Record<string, string>) =>
        withServices(env, ({ vault }) => vault.get(stored.merchant_id, stored.vault_id))
      const own = { ...derived, FLORIN_VAULT_KEYS: `2027:${makeSecret()}` }
      const { data_key_id: before } = await row(own, stored.vault_id)

      const { code, stdout, stderr } = await florin(command, own)

      assert.equal(code, 0, stderr)
      assert.match(stdout, /all use the key 2027 now\./)
      assert.deepEqual(await find(own), card)
      // With another secret the derived key is another one too: only the new key can have opened it.
      assert.deepEqual(await find({ ...own, FLORIN_SECRET: makeSecret() }), card)
      await assert.rejects(find(derived), /FLORIN_VAULT_KEYS lacks the key 2027/)
      const { data_key_id: after, wrapping_key_id } = await row(own, stored.vault_id)
      assert.equal(wrapping_key_id, '2027')
      if (options.length === 0) {
        assert.match(stdout, /Done: 1 data key\(s\) rewrapped/)
        assert.equal(after, before)
      } else {
        assert.match(stdout, /1 data key\(s\) replaced, 1 secret\(s\) encrypted again/)
        assert.notEqual(after, before)
      }
    }))
}

async function row(env: Record<string, string>, vault_id: string) {
  const [found] = await withServices(env, ({ db }) =>
    db.run<{ data_key_id: string; wrapping_key_id: string }>(
      `select data_key_id, wrapping_key_id from vault join data_keys using (merchant_id, data_key_id) where vault_id = $1`,
      [vault_id],
    ),
  )
  assert.ok(found)
  return found
}
