import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Write } from '#kernel/change.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import { Keyring } from '#kernel/crypto.ts'
import { auditEntry, operatorCommand, withMacs } from '#http/audit.ts'
import {
  change,
  findings,
  openAuditedShop,
  relayAll,
  sealAll,
  sealedShop,
} from '#testing/audit_trail.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { isFullProof } from '#testing/proof.ts'

test('rows and events are sealed, and an untouched trail has no finding', async () => {
  await using sealed = await sealedShop()

  assert.deepEqual(await findings(sealed.shop), [])
  const seals = await change(
    sealed.shop,
    'select seal_no, cardinality(entry_ids) as n from audit_seals where merchant_id = $1 order by seal_no',
  )
  assert.deepEqual(
    seals.map((seal) => (seal as { n: number }).n),
    [2, 1, 2],
  )
})

test('a changed and a removed row, and a changed and a removed event, are named', async () => {
  await using sealed = await sealedShop()
  const { shop, row, event } = sealed

  await change(
    shop,
    `update audit_log set address = '10.0.0.1' where merchant_id = $1 and audit_id = '${row}'`,
  )
  await change(
    shop,
    `update events set actor = 'user' where merchant_id = $1 and event_id = '${event}'`,
  )
  const changed = await findings(shop)
  await change(shop, `delete from audit_log where merchant_id = $1 and audit_id = '${row}'`)
  await change(shop, `delete from events where merchant_id = $1 and event_id = '${event}'`)
  const removed = await findings(shop)

  assert.deepEqual(changed, [
    `${row} was changed after seal 3`,
    `${event} was changed after seal 3`,
  ])
  assert.deepEqual(removed, [
    `${row} is missing, and was there at seal 3`,
    `${event} is missing, and was there at seal 3`,
  ])
})

test('a removed seal, a changed seal and a seal made without the secret are named', async () => {
  await using sealed = await sealedShop()
  const { shop } = sealed
  const { services } = shop
  const stranger = { ...services, keyring: new Keyring(Buffer.alloc(32, 7)) }

  const unsigned = await findings(shop, stranger)
  await change(
    shop,
    'update audit_seals set created = created, leaves = leaves || leaves where merchant_id = $1 and seal_no = 3',
  )
  const changed = await findings(shop)
  await change(shop, 'delete from audit_seals where merchant_id = $1 and seal_no = 2')
  const cut = await findings(shop)

  assert.match(
    unsigned.join(),
    /seals 1 to 3 are signed with the secret .*, which is not configured, and no signed record/,
  )
  assert.ok(changed.includes('seal 3 was changed'), changed.join())
  assert.ok(cut.includes('seals 2 to 2 are missing'), cut.join())
})

test('an entry without a seal is named after ten minutes, an event once it is relayed', async () => {
  await using shop = await openAuditedShop()
  await shop.post('/customers', { name: 'Ada' })
  await shop.post('/payments', paymentBody({}))
  assert.deepEqual(await findings(shop), [])

  shop.clock.advance(11 * MINUTE_MS)

  const [row, ...none] = await findings(shop)
  assert.match(row ?? '', /^aud_\w+ is not sealed after 10 minutes/)
  assert.deepEqual(none, [])
  await sealAll(shop)
  assert.deepEqual(await findings(shop), [])
  await shop.post('/payments', paymentBody({}))
  await relayAll(shop, [])
  const [event] = await findings(shop)
  assert.match(event ?? '', /^evt_\w+ is not sealed after 10 minutes/)
})

test('an event may be deleted after its retention, and redacted at any time; a row never', async () => {
  await using sealed = await sealedShop()
  const { shop, row } = sealed
  await change(shop, `update events set body = '{}', version = version + 1 where merchant_id = $1`)
  assert.deepEqual(await findings(shop), [])

  shop.clock.advance(31 * DAY_MS)
  await change(shop, 'delete from events where merchant_id = $1')
  assert.deepEqual(await findings(shop), [])
  await change(shop, `delete from audit_log where merchant_id = $1 and audit_id = '${row}'`)

  assert.deepEqual(await findings(shop), [`${row} is missing, and was there at seal 3`])
})

test('workers that seal at once make one chain', async () => {
  await using shop = await openAuditedShop()
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 4 }, () => shop.post('/customers', { name: 'Ada' })))
    await Promise.all(Array.from({ length: 4 }, () => shop.post('/payments', paymentBody({}))))
    await Promise.all([sealAll(shop), sealAll(shop), sealAll(shop)])
  }

  assert.deepEqual(await findings(shop), [])
  assert.deepEqual(
    await change(shop, 'select entry_ids from audit_queue where merchant_id = $1'),
    [],
  )
})

const ENTRIES = isFullProof ? 100_000 : 5_000

test(`one removed and one changed entry among ${ENTRIES} are named`, async () => {
  await using shop = await openAuditedShop()
  const { merchant_id } = shop.merchant
  const rows: Write[] = []
  const collect = withMacs(async (...writes) => void rows.push(...writes), shop.services.keyring)
  const about = operatorCommand('POST /customers', {}, { name: 'Ada' }, shop.clock.now())
  for (let n = 1; n <= ENTRIES; n++) {
    const audit_id = `aud_${String(n).padStart(26, '0')}`
    await collect(auditEntry(merchant_id, about, { audit_id }))
  }
  for (let first = 0; first < rows.length; first += 1_000) {
    await shop.services.db.run(
      `insert into audit_log (merchant_id, audit_id, actor, action, object_ids, fields, created, mac)
       select merchant_id, audit_id, actor, action, object_ids, fields, created, mac
       from json_populate_recordset(null::audit_log, $1::json)`,
      [JSON.stringify(rows.slice(first, first + 1_000).map(({ row }) => row))],
    )
  }
  await sealAll(shop)
  const numbers = [0.31415 * ENTRIES, 0.92653 * ENTRIES].map(Math.floor)
  const [changed, removed] = numbers.map((n) => `aud_${String(n).padStart(26, '0')}`)
  const seal_no = Math.ceil((numbers[1] ?? 0) / 1_000)
  assert.deepEqual(await findings(shop), [])

  await change(
    shop,
    `update audit_log set key_id = 'key_other' where merchant_id = $1 and audit_id = '${changed}'`,
  )
  await change(shop, `delete from audit_log where merchant_id = $1 and audit_id = '${removed}'`)

  assert.deepEqual(
    (await findings(shop)).map((message) => message.replace(/ (after|, and was there at) .*/, '')),
    [`${changed} was changed`, `${removed} is missing, and was there at seal ${seal_no}`],
  )
})
