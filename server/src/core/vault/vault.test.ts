import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { deriveVaultKeys } from '#app.ts'
import type { Config } from '#config.ts'
import { Keyring } from '#kernel/crypto.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { rotateVault } from './rotate.ts'
import { deleteUnusedDataKeys, rotateDataKeys } from './rotate_data_keys.ts'
import { Vault } from './vault.ts'
import { wrappingKeys } from './wrapping_keys.ts'

const card = { type: 'card', number: '4242424242424242', exp_month: 12, exp_year: 2030 }

test('a secret can be read by its merchant only', async () => {
  await using shop = await harness()
  const { vault, commit } = shop.services
  const { merchant_id } = shop.merchant
  const { merchant: other } = await shop.neighbour()

  const { vault_id, write } = await vault.put(merchant_id, card, null)
  await commit(write)

  assert.deepEqual(await vault.get(merchant_id, vault_id), card)
  assert.equal(await vault.get(other.merchant_id, vault_id), undefined)
})

test('an expired secret is not found, and a removed one is gone from the table', async () => {
  await using shop = await harness()
  const { vault, commit, clock, db } = shop.services
  const { merchant_id } = shop.merchant
  const soon = await vault.put(merchant_id, card, new Date(clock.now().getTime() + 60_000))
  const stored = await vault.put(merchant_id, card, null)
  await commit(soon.write)
  await commit(stored.write)

  shop.clock.advance(61_000)
  const removal = await vault.removal(merchant_id, stored.vault_id)
  assert.ok(removal)
  await commit(removal)

  assert.equal(await vault.get(merchant_id, soon.vault_id), undefined)
  const rows = await db.run('select 1 from vault where vault_id = $1', [stored.vault_id])
  assert.deepEqual(rows, [])
})

test('twenty concurrent first secrets share one data key', async () => {
  await using shop = await harness()
  const { commit, tryCommit, db, clocks } = shop.services
  const { merchant_id } = shop.merchant
  const keys = wrappingKeys([{ id: 'k1', key: randomBytes(32) }])
  // Several processes, each with its own cache.
  const vaults = Array.from(
    { length: 20 },
    () => new Vault({ db, commit, tryCommit, clocks }, keys),
  )

  const puts = await Promise.all(vaults.map((vault) => vault.put(merchant_id, card, null)))
  await Promise.all(puts.map(({ write }) => commit(write)))

  for (const { vault_id } of puts)
    assert.deepEqual(await vaults[0]?.get(merchant_id, vault_id), card)
  const rows = await db.run('select 1 from data_keys where merchant_id = $1', [merchant_id])
  assert.equal(rows.length, 1)
})

test('after a rotation the new wrapping key alone opens everything, and the old one nothing', async () => {
  await using shop = await harness()
  const { commit, tryCommit, db, clocks } = shop.services
  const { merchant_id } = shop.merchant
  await db.run('truncate data_keys, vault', [])
  const old = { id: 'k1', key: randomBytes(32) }
  const fresh = { id: 'k2', key: randomBytes(32) }
  const before = new Vault({ db, commit, tryCommit, clocks }, wrappingKeys([old]))
  const { vault_id, write } = await before.put(merchant_id, card, null)
  await commit(write)

  const done = await rotateVault(shop.services, wrappingKeys([fresh, old]), () => {})

  assert.ok(done >= 1)
  const after = new Vault({ db, commit, tryCommit, clocks }, wrappingKeys([fresh]))
  assert.deepEqual(await after.get(merchant_id, vault_id), card)
  const late = new Vault({ db, commit, tryCommit, clocks }, wrappingKeys([old]))
  await assert.rejects(late.get(merchant_id, vault_id), /FLORIN_VAULT_KEYS lacks the key k2/)
})

test('a vault that began with the key derived from the secret opens everything under its first own key, and rotates to it', async () => {
  await using shop = await harness()
  const { commit, tryCommit, db, clocks, keyring } = shop.services
  const { merchant_id } = shop.merchant
  await db.run('truncate data_keys, vault', [])
  const parts = { db, commit, tryCommit, clocks }
  const own = { vault_keys: [{ id: '2027', key: randomBytes(32) }] } as unknown as Config
  const { vault_id, write } = await new Vault(parts, deriveVaultKeys({} as Config, keyring)).put(
    merchant_id,
    card,
    null,
  )
  await commit(write)
  // As written by versions before secret rotation.
  await db.run(`update data_keys set wrapping_key_id = 'derived'`, [])

  const keys = deriveVaultKeys(own, keyring)
  assert.deepEqual(await new Vault(parts, keys).get(merchant_id, vault_id), card)
  assert.equal(await rotateVault(shop.services, keys, () => {}), 1)

  const alone = new Vault(parts, deriveVaultKeys(own, new Keyring(randomBytes(32))))
  assert.deepEqual(await alone.get(merchant_id, vault_id), card)
})

test('a rotation of data keys encrypts every secret again and leaves nothing under the old key', async () => {
  await using shop = await harness()
  const { vault, commit, db } = shop.services
  // Other tests in this file have their own keys.
  await shop.services.db.run('truncate data_keys, vault', [])
  const { merchant_id } = shop.merchant
  const saved = await vault.put(merchant_id, card, null)
  await commit(saved.write)
  const token = await vault.put(merchant_id, card, null, 'tok')
  await commit(token.write)
  const used = await vault.removal(merchant_id, token.vault_id)
  const [old] = await keysOf(shop)

  const done = await rotateDataKeys(shop.services, () => {})

  assert.ok(done.retired >= 1 && done.sealed >= 2, JSON.stringify(done))
  assert.deepEqual(await vault.get(merchant_id, saved.vault_id), card)
  const under = 'select 1 from vault where merchant_id = $1 and data_key_id = $2'
  assert.deepEqual(await db.run(under, [merchant_id, old]), [])
  assert.ok(used)
  await commit(used)
  shop.clock.advance(2 * 3_600_000)
  await deleteUnusedDataKeys(shop.services)
  const left = await keysOf(shop)
  assert.equal(left.length, 1)
  assert.notEqual(left[0], old)
  assert.deepEqual(await vault.get(merchant_id, saved.vault_id), card)
})

test('a retired data key that a secret still needs is not deleted, and the next rotation frees it', async () => {
  await using shop = await harness()
  const { vault, commit } = shop.services
  // Other tests in this file have their own keys.
  await shop.services.db.run('truncate data_keys, vault', [])
  const { merchant_id } = shop.merchant
  const late = await vault.put(merchant_id, card, null)
  await rotateDataKeys(shop.services, () => {})
  // Sealed before the rotation, committed after it.
  await commit(late.write)
  shop.clock.advance(2 * 3_600_000)

  await deleteUnusedDataKeys(shop.services)
  assert.deepEqual(await vault.get(merchant_id, late.vault_id), card)

  await rotateDataKeys(shop.services, () => {})
  shop.clock.advance(2 * 3_600_000)
  await deleteUnusedDataKeys(shop.services)
  assert.equal((await keysOf(shop)).length, 1)
  assert.deepEqual(await vault.get(merchant_id, late.vault_id), card)
})

async function keysOf({ services, merchant }: Shop): Promise<string[]> {
  const text = 'select data_key_id from data_keys where merchant_id = $1 order by created'
  const rows = await services.db.run<{ data_key_id: string }>(text, [merchant.merchant_id])
  return rows.map(({ data_key_id }) => data_key_id)
}

test('neither the table nor the data key shows a byte of the card number', async () => {
  await using shop = await harness()
  const { vault, commit, db } = shop.services
  const { vault_id, write } = await vault.put(shop.merchant.merchant_id, card, null)
  await commit(write)

  const rows = await db.run('select v::text, d::text as key from vault v, data_keys d', [])

  assert.ok(rows.length > 0)
  const text = JSON.stringify(rows)
  assert.ok(!text.includes(card.number) && !text.includes(Buffer.from(card.number).toString('hex')))
  assert.ok(text.includes(vault_id))
})
