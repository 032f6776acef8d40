import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import { Keyring } from '#kernel/crypto.ts'
import { relayEvents } from '#core/outbox/relay.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { audit } from './resource.ts'
import { sealAgain, sealQueue } from './seal.ts'
import { verifyChain } from './verify.ts'

const openShop = () => harness({ env: { FLORIN_PROVIDER: 'instant' } })

/** As the worker does it. */
async function sealAll(shop: Shop): Promise<void> {
  await relayAll(shop, audit.reactions)
  while ((await sealQueue(shop.services)) > 0);
}

async function relayAll({ services }: Shop, reactions = audit.reactions): Promise<void> {
  const relay = { services, lazyDb: services.db, worker_id: 'audit', reactions: reactions ?? [] }
  while ((await relayEvents(relay, 500)).length > 0);
}

async function findings(shop: Shop, services = shop.services): Promise<string[]> {
  const found: string[] = []
  const each = verifyChain(services, shop.merchant.merchant_id)
  for (;;) {
    const { done, value } = await each.next()
    if (done) return found
    found.push(value)
  }
}

/** Of the merchant, as the owner of the tables could do it. */
const change = ({ services, merchant: { merchant_id } }: Shop, sql: string) =>
  services.db.run(sql, [merchant_id])

interface Entry {
  audit_id: string
  event_id: string | null
}

/** Three entries of audit_log and two events, in three seals. */
async function sealedShop() {
  const shop = await openShop()
  for (const name of ['Ada', 'Eve']) await shop.post('/customers', { name })
  await sealAll(shop)
  const paid = await shop.post('/payments', paymentBody({}))
  assert.equal(paid.status, 200, paid.text)
  await sealAll(shop)
  await shop.post('/customers', { name: 'Bob' })
  await shop.post('/payments', paymentBody({}))
  await sealAll(shop)
  const { data } = (await shop.get('/audit')).body as { data: Entry[] }
  const row = data.find((entry) => entry.event_id === null)?.audit_id
  const event = data.find((entry) => entry.event_id !== null)?.audit_id
  return { shop, row, event, [Symbol.asyncDispose]: () => shop.app.close() }
}

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

test('a removed seal, a changed seal and a seal of somebody without the secret are named', async () => {
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
    /the newest seal 3 is signed with the secret .*, which is not configured/,
  )
  assert.ok(changed.includes('seal 3 was changed'), changed.join())
  assert.ok(cut.includes('seals 2 to 2 are missing'), cut.join())
})

test('a chain that was computed anew without the secret is not signed by this deployment', async () => {
  await using sealed = await sealedShop()
  const { shop } = sealed
  const { services, merchant } = shop
  await change(shop, `update audit_log set actor = 'operator' where merchant_id = $1`)
  await change(shop, 'delete from audit_seals where merchant_id = $1')
  await change(
    shop,
    `insert into audit_queue (merchant_id, entry_ids)
    select merchant_id, array_agg(audit_id) from audit_log where merchant_id = $1 group by merchant_id`,
  )
  while ((await sealQueue({ ...services, keyring: new Keyring(Buffer.alloc(32, 7)) })) > 0);
  await change(
    shop,
    `update audit_seals set secret_id = '${services.keyring.id}' where merchant_id = $1`,
  )

  const found = await findings(shop)

  assert.ok(found.includes('seal 1 was not signed by this deployment'), found.join())
  assert.ok(merchant.merchant_id !== '')
})

test('an entry without a seal is named after ten minutes, an event once it is relayed', async () => {
  await using shop = await openShop()
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
  await using shop = await openShop()
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

test('after a rotation a new seal is signed with the newest secret, and the older secret can be removed', async () => {
  await using sealed = await sealedShop()
  const { shop } = sealed
  const [newer, older] = [Buffer.alloc(32, 9), Buffer.from('unknown')]
  const rotated = { ...shop.services, keyring: new Keyring(newer, older) }

  await sealAgain(rotated)

  assert.deepEqual(await findings(shop, { ...shop.services, keyring: new Keyring(newer) }), [])
  assert.equal(await sealAgain(rotated), 0)
})

test('one removed and one changed entry among a hundred thousand are named', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  for (let first = 1; first <= 100_000; first += 1_000) {
    await shop.services.db.run(
      `insert into audit_log (merchant_id, audit_id, actor, action, object_ids, fields, created)
       select $1, 'aud_' || lpad(n::text, 26, '0'), 'api_key', 'POST /customers', '{}', '{"name": "[redacted]"}', now()
       from generate_series($2::int, $2 + 999) as n`,
      [merchant_id, first],
    )
  }
  await sealAll(shop)
  const [changed, removed] = [31_415, 92_653].map((n) => `aud_${String(n).padStart(26, '0')}`)
  assert.deepEqual(await findings(shop), [])

  await change(
    shop,
    `update audit_log set key_id = 'key_other' where merchant_id = $1 and audit_id = '${changed}'`,
  )
  await change(shop, `delete from audit_log where merchant_id = $1 and audit_id = '${removed}'`)

  assert.deepEqual(
    (await findings(shop)).map((message) => message.replace(/ (after|, and was there at) .*/, '')),
    [`${changed} was changed`, `${removed} is missing, and was there at seal 93`],
  )
})
