// The operator accepts entries and seals that cannot be verified: from older releases, or after an incident.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import {
  change,
  keyringOf,
  openAuditedShop,
  sealAll,
  SECRET,
  verify,
} from '#testing/audit_trail.ts'
import type { Shop } from '#testing/harness.ts'
import { acceptChain, needsAcceptance } from './accept.ts'

/** As a release without MACs and records left it: seal 1 is under a secret that was removed since. */
async function upgradedShop(): Promise<Shop> {
  const shop = await openAuditedShop()
  const removed = makeSecret()
  const under = (newest: string, older: string) => ({
    ...shop.services,
    keyring: keyringOf(newest, older),
  })
  await shop.post('/customers', { name: 'Ada' })
  await sealAll(shop, under(removed, SECRET))
  for (const name of ['Eve', 'Bob']) {
    await shop.post('/customers', { name })
    await sealAll(shop, under(SECRET, removed))
  }
  await change(shop, 'delete from audit_records where merchant_id = $1')
  await change(shop, 'update audit_log set mac = null where merchant_id = $1')
  return shop
}

const invent = (shop: Shop) => {
  const audit_id = newId('aud')
  const sql = `insert into audit_log (merchant_id, audit_id, actor, action, object_ids, fields, created)
    values ($1, '${audit_id}', 'user', 'POST /customers', '{}', '{}', now() - interval '3 days')`
  return change(shop, sql).then(() => audit_id)
}

test("an older release's entries are reported until the operator accepts them, and are then named as not verifiable", async () => {
  await using shop = await upgradedShop()

  const upgraded = await verify(shop)
  const record = await acceptChain(shop.services, upgraded.chain)
  const accepted = await verify(shop)

  assert.equal(upgraded.found.length, 2, upgraded.found.join())
  assert.match(upgraded.found[0] ?? '', /^seal 1 is signed with .* and no signed record covers/)
  assert.match(
    upgraded.found[1] ?? '',
    /^3 sealed entries have no MAC, .*florin-server audit accept/,
  )
  assert.equal(record?.seal_no, 4)
  assert.deepEqual(accepted.found, [])
  const { verified_from, accepted_to } = accepted.chain
  assert.deepEqual([verified_from, accepted_to], [2, 4])
  assert.equal(needsAcceptance(accepted.chain), false)
})

test('an acceptance ends where it was signed: later entries need a MAC', async () => {
  await using shop = await upgradedShop()
  await acceptChain(shop.services, (await verify(shop)).chain)

  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)
  const invented = await invent(shop)
  await sealAll(shop)

  const { found } = await verify(shop)
  assert.equal(found.length, 1, found.join())
  assert.ok(found[0]?.startsWith(`${invented} has no MAC`))
})

test('a deleted acceptance is reported, and the sealer makes no other one', async () => {
  await using shop = await upgradedShop()
  await acceptChain(shop.services, (await verify(shop)).chain)

  await change(shop, 'delete from audit_records where merchant_id = $1')
  const invented = await invent(shop)
  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)

  const { found } = await verify(shop)
  assert.equal(found.length, 3, found.join())
  assert.ok(found[0]?.startsWith(`${invented} has no MAC`))
  assert.match(found[1] ?? '', /no signed record covers/)
  assert.match(found[2] ?? '', /^3 sealed entries have no MAC/)
})

test('an acceptance written without the secret is named and proves nothing', async () => {
  await using shop = await upgradedShop()
  const { keyring } = shop.services

  await change(
    shop,
    `insert into audit_records select merchant_id, seal_no, 'acceptance', hash, 1, seal_no, '${keyring.id}', mac, created
       from audit_seals where merchant_id = $1 and seal_no = 3`,
  )

  const { found } = await verify(shop)
  assert.equal(found.length, 3, found.join())
  assert.ok(found.includes('the acceptance record at seal 3 was not signed by this deployment'))
})

test('after an incident the operator accepts the refused entries, and sealing goes on', async () => {
  await using shop = await upgradedShop()
  await acceptChain(shop.services, (await verify(shop)).chain)
  const invented = await invent(shop)
  await change(
    shop,
    `update audit_seals set secret_id = 'deadbeef' where merchant_id = $1 and seal_no = 4`,
  )
  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)
  const stopped = await verify(shop)

  const record = await acceptChain(shop.services, stopped.chain)
  shop.clock.advance(2 * MINUTE_MS)
  await sealAll(shop)

  assert.equal(stopped.found.length, 2, stopped.found.join())
  assert.ok(stopped.found[0]?.startsWith(`${invented} has no MAC`))
  assert.match(stopped.found[1] ?? '', /^the newest seal 4 is not signed/)
  assert.equal(record?.seal_no, 5)
  const { found, chain } = await verify(shop)
  assert.deepEqual(found, [])
  assert.deepEqual([chain.seal_no, chain.accepted_to], [6, 5])
  assert.deepEqual(await change(shop, 'select 1 from audit_queue where merchant_id = $1'), [])
})

test('a chain that has grown since it was verified is not accepted', async () => {
  await using shop = await upgradedShop()
  const { chain } = await verify(shop)
  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)

  assert.equal(await acceptChain(shop.services, chain), undefined)
  assert.deepEqual(await change(shop, 'select 1 from audit_records where merchant_id = $1'), [])
})
