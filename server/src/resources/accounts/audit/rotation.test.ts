// Seals across secret rotations.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSecret } from '#kernel/crypto.ts'
import { change, findings, keyringOf, sealAll, SECRET, sealedShop } from '#testing/audit_trail.ts'
import { sealAgain } from './seal.ts'

test('after a rotation the sealed trail is verified with the newest secret alone', async () => {
  const [second, third] = [makeSecret(), makeSecret()]
  await using sealed = await sealedShop()
  const { shop } = sealed
  const under = (newest: string, ...older: string[]) => ({
    ...shop.services,
    keyring: keyringOf(newest, ...older),
  })

  await sealAgain(under(second, SECRET))
  const alone = await findings(shop, under(second))
  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop, under(third, second, SECRET))
  const twice = await findings(shop, under(third))
  await change(shop, 'delete from audit_records where merchant_id = $1 and seal_no > 3')
  const unrecorded = await findings(shop, under(third))

  assert.deepEqual(alone, [])
  assert.deepEqual(twice, [])
  assert.equal(await sealAgain(under(third, second, SECRET)), 0)
  assert.equal(unrecorded.length, 2, unrecorded.join())
  assert.match(unrecorded[0] ?? '', /seals 1 to 3 are signed with .*, and no signed record covers/)
  assert.match(unrecorded[1] ?? '', /seal 4 is signed with .*, and no signed record covers/)
})

test('a rotation record written without the secret is named and proves nothing', async () => {
  await using sealed = await sealedShop()
  const { shop } = sealed
  const newest = { ...shop.services, keyring: keyringOf(makeSecret()) }

  await change(
    shop,
    `insert into audit_records select merchant_id, seal_no, 'rotation', hash, 1, 0, '${newest.keyring.id}', mac, created
       from audit_seals where merchant_id = $1 and seal_no = 3`,
  )
  const found = await findings(shop, newest)

  assert.ok(found.includes('the rotation record at seal 3 was not signed by this deployment'))
  assert.match(found.join(), /seals 1 to 3 are signed with .*, and no signed record covers them/)
})
