// A forger with every right in the database and without the deployment's secret: the doctor reports each step.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { sealQueue } from '#resources/accounts/audit/seal.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { createWorkerMetrics } from '#roles/worker/metrics.ts'
import { change, openAuditedShop, sealAll, sealedShop } from '#testing/audit_trail.ts'
import { computeAgain, sealsOf } from '#testing/forger.ts'
import type { Shop } from '#testing/harness.ts'

/** The violations that the doctor finds in this merchant's trail. */
async function doctor({ services, merchant: { merchant_id } }: Shop): Promise<string[]> {
  const { findings } = await checkBooks(services)
  const trail = findings.find(({ invariant }) => invariant === '17')
  assert.ok(trail)
  return trail.violations.flatMap((each) => (each.merchant_id === merchant_id ? each.message : []))
}

test('a forged entry is reported after each step, and the sealer signs nothing on top of it', async () => {
  await using sealed = await sealedShop()
  const { shop, row = '' } = sealed
  assert.deepEqual(await doctor(shop), [])

  await change(
    shop,
    `update audit_log set actor = 'user', key_id = null, address = '10.0.0.1'
     where merchant_id = $1 and audit_id = '${row}'`,
  )
  const changed = await doctor(shop)
  const first = await computeAgain(shop, row)
  const computed = await doctor(shop)
  await change(
    shop,
    `update audit_seals set secret_id = 'deadbeef' where merchant_id = $1 and seal_no >= ${first}`,
  )
  const renamed = await doctor(shop)
  const before = await sealsOf(shop)
  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)
  const extended = await doctor(shop)

  assert.deepEqual(changed, [`${row} was changed after seal ${first}`])
  assert.ok(computed.includes(`seal ${first} was not signed by this deployment`), computed.join())
  assert.match(renamed.join(), /signed with the secret deadbeef, which is not configured/)
  assert.match(extended.join(), /signed with the secret deadbeef, which is not configured/)
  for (const step of [computed, renamed, extended]) {
    assert.match(step.join(), new RegExp(`${row} .*wrong MAC`))
  }
  assert.deepEqual(await sealsOf(shop), before)
})

test('a sealer that meets a forged seal logs an error, and a metric counts the entries that wait', async () => {
  await using sealed = await sealedShop()
  const { shop, row = '' } = sealed
  const { merchant_id } = shop.merchant
  await computeAgain(shop, row)
  await change(shop, `update audit_seals set secret_id = 'deadbeef' where merchant_id = $1`)

  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)

  const alarm = shop.log.find((line) => line.includes('not signed with a configured secret'))
  assert.ok(alarm)
  const { level, merchant_id: named } = JSON.parse(alarm) as Record<string, unknown>
  assert.deepEqual([level, named], ['error', merchant_id])
  const metrics = await createWorkerMetrics(shop.services).registry.metrics()
  const [, waiting = '0'] =
    /florin_audit_refused_entries\{reason="unsigned_seal"\} (\d+)/.exec(metrics) ?? []
  assert.ok(Number(waiting) > 0, metrics)
})

test('sealing goes on after the forged rows were restored, and includes the entries that waited', async () => {
  await using sealed = await sealedShop()
  const { shop } = sealed
  const { mac } = (await sealsOf(shop))[2] ?? {}
  await change(shop, `update audit_seals set mac = 'x' where merchant_id = $1 and seal_no = 3`)
  await shop.post('/customers', { name: 'Joe' })
  await sealAll(shop)
  const stopped = await doctor(shop)
  assert.equal((await sealsOf(shop)).length, 3)

  await shop.services.db.run(
    'update audit_seals set mac = $2 where merchant_id = $1 and seal_no = 3',
    [shop.merchant.merchant_id, mac],
  )
  shop.clock.advance(2 * MINUTE_MS)
  await sealAll(shop)

  assert.deepEqual(stopped, ['seal 3 was not signed by this deployment'])
  assert.deepEqual(await doctor(shop), [])
  assert.equal((await sealsOf(shop)).length, 4)
})

test('entries that are refused do not delay those of other merchants', async () => {
  await using sealed = await sealedShop()
  const { shop } = sealed
  const { client, merchant } = await shop.neighbour()
  await change(shop, `update audit_seals set secret_id = 'deadbeef' where merchant_id = $1`)
  await change(
    shop,
    `insert into audit_queue (merchant_id, entry_ids) select $1, array_agg('aud_' || n) from generate_series(1, 1200) as n`,
  )
  await sealAll(shop)
  shop.clock.advance(2 * MINUTE_MS)
  await client.post('/customers', { name: 'Ada' })

  await sealQueue(shop.services)

  const waiting = 'select 1 from audit_queue where merchant_id = $1'
  assert.deepEqual(await shop.services.db.run(waiting, [merchant.merchant_id]), [])
  assert.equal((await change(shop, waiting)).length, 1)
})

for (const [what, mac] of [
  ['without a MAC', 'null'],
  ['with a random MAC of this secret', 'mac'],
  ['with a MAC of another secret', String.raw`'\x00000000000000000000000000000000deadbeef'`],
] as const) {
  test(`an invented row ${what} is reported at once, and never sealed`, async () => {
    await using sealed = await sealedShop()
    const { shop, row } = sealed
    const audit_id = newId('aud')
    await change(
      shop,
      `insert into audit_log (merchant_id, audit_id, actor, user_id, action, object_ids, fields, created, mac)
       select merchant_id, '${audit_id}', 'user', 'usr_colleague', action, object_ids, fields,
         created - interval '3 days', ${mac} from audit_log where merchant_id = $1 and audit_id = '${row}'`,
    )

    const written = await doctor(shop)
    await shop.post('/customers', { name: 'Joe' })
    await sealAll(shop)
    const extended = await doctor(shop)

    for (const step of [written, extended]) {
      assert.equal(step.length, 1, step.join())
      assert.match(step[0] ?? '', new RegExp(`^${audit_id} has .*MAC`))
    }
    const seals = await sealsOf(shop)
    assert.equal(seals.length, 4)
    assert.ok(!seals.some(({ entry_ids }) => entry_ids.includes(audit_id)))
    assert.ok(shop.log.some((line) => line.includes(audit_id) && line.includes('"error"')))
  })
}

test('an invented event of a payment is reported at once, and never sealed', async () => {
  await using sealed = await sealedShop()
  const { shop, event } = sealed
  const event_id = newId('evt')
  await change(
    shop,
    `insert into events (merchant_id, event_id, profile_id, event_type, object_type, object_id, sequence, body,
       created, is_test, version, actor, user_id, mac)
     select merchant_id, '${event_id}', profile_id, event_type, object_type, object_id, 99, body,
       created, false, 1, 'user', 'usr_colleague', mac from events where merchant_id = $1 and event_id = '${event}'`,
  )

  const written = await doctor(shop)
  await sealAll(shop)
  const extended = await doctor(shop)

  for (const step of [written, extended]) {
    assert.match(step.join(), new RegExp(`^${event_id} has a wrong MAC`))
  }
})

test('an entry that is changed before it is sealed is reported, and never sealed', async () => {
  await using shop = await openAuditedShop()
  await shop.post('/customers', { name: 'Ada' })
  await change(shop, `update audit_log set actor = 'operator' where merchant_id = $1`)

  const written = await doctor(shop)
  await sealAll(shop)

  assert.match(written.join(), /has a wrong MAC/)
  assert.match((await doctor(shop)).join(), /has a wrong MAC/)
  assert.deepEqual(await sealsOf(shop), [])
})

test('an event that is turned into a test event is missing', async () => {
  await using sealed = await sealedShop()
  const { shop, event } = sealed

  await change(shop, `update events set is_test = true where merchant_id = $1`)

  assert.match((await doctor(shop)).join(), new RegExp(`${event} is missing`))
})
