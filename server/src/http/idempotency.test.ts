import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type Commit, CommitUnknown } from '#kernel/commit.ts'
import { deriveKey, fingerprint, Keyring, open } from '#kernel/crypto.ts'
import { StatementUnknown } from '#kernel/db.ts'
import { withServer } from '#kernel/databases.ts'
import { startApi } from '#testing/api_process.ts'
import { testDatabase } from '#testing/database.ts'
import type { NewMerchant } from '#resources/accounts/merchants/schema.ts'
import { eventually } from '#testing/eventually.ts'
import { ADMIN_KEY, harness, type Shop } from '#testing/harness.ts'
import { begin, finish, deleteOldAnswers, derivedIds, type Reservation } from './idempotency.ts'

test('a process killed between the write and its answer: the retry finds the created object, once', async () => {
  await using shop = await harness()
  await using api = await startApi()
  const headers = { 'Idempotency-Key': 'order-1' }
  const customer = { name: 'Made by a process that died' }

  // The table is locked, so the insert waits in PostgreSQL while the process that sent it is killed.
  await withServer(await testDatabase(), async (client) => {
    await client.query('begin')
    await client.query('lock table customers in share mode')
    const cut = assert.rejects(
      api.client(shop.merchant.api_key).post('/customers', customer, { headers }),
    )
    await eventually('the insert waits for the lock', async () => {
      // Unlike pg_stat_activity, this shows connections that were opened after the transaction began.
      const waiting = await client.query(
        `select 1 from pg_locks where relation = 'customers'::regclass and not granted`,
      )
      return waiting.rowCount !== 0
    })
    process.kill(api.pid, 'SIGKILL')
    await cut
    await client.query('commit')
  })
  await api.ended

  const early = await shop.post('/customers', customer, { headers })
  assert.equal(early.status, 409)
  assert.equal(early.body.error.code, 'HE_00')
  shop.clock.advance(61_000)
  const late = await shop.post('/customers', customer, { headers })
  const again = await shop.post('/customers', customer, { headers })

  assert.equal(late.status, 201)
  assert.equal(again.text, late.text)
  const list = await shop.get('/customers/list')
  assert.equal(list.body.total_count, 1)
  assert.equal(list.body.data[0].customer_id, late.body.customer_id)
})

test('answers older than a day are deleted in batches, younger ones stay', async () => {
  await using shop = await harness()
  const send = (key: string) => shop.post('/customers', {}, { headers: { 'Idempotency-Key': key } })
  await send('old')
  shop.clock.advance(24 * 3_600_000 + 1)
  await send('young')

  await deleteOldAnswers(shop.services)

  const rows = await shop.services.db.run('select 1 from idempotency where merchant_id = $1', [
    shop.merchant.merchant_id,
  ])
  assert.equal(rows.length, 1)
})

const makers: [what: string, path: (m: NewMerchant) => string, body: object, key?: string][] = [
  ['customer', () => '/customers', { name: 'Ada' }],
  [
    'customer under an id of yours',
    () => '/customers',
    { customer_id: 'ada', name: 'Ada', metadata: { since: '2026' }, address: { city: 'Paris' } },
  ],
  ['API key', (m) => `/api_keys/${m.merchant_id}`, { name: 'once' }],
  ['profile', (m) => `/account/${m.merchant_id}/business_profile`, { profile_name: 'Once' }],
  ['merchant', () => '/accounts', { merchant_name: 'Once' }, ADMIN_KEY],
]

for (const [what, path, body, key] of makers) {
  test(`a ${what} whose answer was lost in a crash is not made twice: the retry gets the same one`, async () => {
    await using shop = await harness()
    const client = shop.with(key ?? shop.merchant.api_key)
    const headers = { 'Idempotency-Key': `make-${what.replaceAll(' ', '-')}` }
    const first = await client.post(path(shop.merchant), body, { headers })
    // The state after a process died between the write and storing the answer.
    await shop.services.db.run(`update idempotency set answer = null, locked_until = 'epoch'`, [])

    const retry = await client.post(path(shop.merchant), body, { headers })

    assert.equal(first.status, 201)
    assert.equal(retry.status, 201, retry.text)
    assert.deepEqual(retry.body, first.body)
  })
}

const sent = {
  namespace: 'key_1',
  key: 'order-1',
  method: 'POST',
  url: '/payments',
  body: { amount: 1000 },
}

async function reserve(shop: Shop): Promise<Reservation> {
  const { merchant_id } = shop.merchant
  const started = await begin(shop.services, { ...sent, merchant_id }, shop.clock.now())
  assert.ok('run' in started, 'an answer was replayed')
  return started.run
}

test('a retry makes the same ids, after a release, after a takeover and after both', async () => {
  await using shop = await harness()
  const first = await reserve(shop)
  const ids = idsOf(first)
  assert.equal(derivedIds(first).isRetry, false)

  await finish(shop.services, first, undefined, shop.clock.now())
  const released = await reserve(shop)
  shop.clock.advance(60_001)
  const overtaken = await reserve(shop)
  await finish(shop.services, overtaken, undefined, shop.clock.now())
  const last = await reserve(shop)

  for (const retry of [released, overtaken, last]) {
    assert.equal(derivedIds(retry).isRetry, true)
    assert.deepEqual(idsOf(retry), ids)
  }
})

test('a reservation is released though the connection of the release is lost, before or after it was written', async () => {
  for (const isWritten of [false, true]) {
    await using shop = await harness()
    const reserved = await reserve(shop)
    const lost = new CommitUnknown(new StatementUnknown(new Error('connection reset')))
    let tries = 0
    const commit: Commit = async (...writes) => {
      if (++tries > 1) return shop.services.commit(...writes)
      if (isWritten) await shop.services.commit(...writes)
      throw lost
    }

    await finish({ ...shop.services, commit }, reserved, undefined, shop.clock.now())

    assert.equal(tries, 2)
    assert.equal((await reserve(shop)).is_retry, true)
  }
})

test('a day later the key starts a new request: new ids, and not a retry', async () => {
  await using shop = await harness()
  const first = await reserve(shop)
  await finish(shop.services, first, { status: 200, body: '{}' }, shop.clock.now())
  shop.clock.advance(24 * 3_600_000)

  const second = await reserve(shop)

  assert.equal(derivedIds(second).isRetry, false)
  assert.notDeepEqual(idsOf(second), idsOf(first))
})

test('another branch that makes more ids does not shift ids of other kinds, nor named ones', async () => {
  await using shop = await harness()
  const reservation = await reserve(shop)
  const straight = derivedIds(reservation)
  const detour = derivedIds(reservation)

  detour.id('vlt')
  detour.id('op')
  detour.id('op', 'void')

  assert.equal(detour.id('pay'), straight.id('pay'))
  assert.equal(detour.secret(64), straight.secret(64))
  assert.equal(detour.id('op', 'authorize'), straight.id('op', 'authorize'))
  assert.notEqual(straight.id('op', 'authorize'), straight.id('op', 'void'))
  assert.notEqual(straight.id('op'), straight.id('op'))
})

function idsOf(reservation: Reservation): string[] {
  const ids = derivedIds(reservation)
  return [ids.id('pay'), ids.id('op'), ids.id('op', 'authorize'), ids.secret(64)]
}

test('while the secret is rotated, a retry finds the answer under the older secret, whichever is first', async () => {
  await using shop = await harness()
  const [old, fresh] = [randomBytes(32), randomBytes(32)]
  const rings = [[old], [old, fresh], [fresh, old]] as const
  for (const [number, [newest, ...older]] of rings.entries()) {
    const before = { ...shop.services, keyring: new Keyring(newest, ...older) }
    const request = { ...sent, key: `order-${number}`, merchant_id: shop.merchant.merchant_id }
    const started = await begin(before, request, shop.clock.now())
    assert.ok('run' in started)
    await finish(before, started.run, { status: 200, body: '{"n":1}' }, shop.clock.now())

    for (const keyring of [new Keyring(old, fresh), new Keyring(fresh, old)]) {
      const again = await begin({ ...shop.services, keyring }, request, shop.clock.now())
      assert.deepEqual(again, { replay: { status: 200, body: '{"n":1}' } })
    }
  }
})

test('of two requests at once in processes with another order of the secrets, at most one runs', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const [old, fresh] = [randomBytes(32), randomBytes(32)]
  for (let round = 0; round < 20; round++) {
    const request = { ...sent, key: `at-once-${round}`, merchant_id }
    const outcomes = await Promise.allSettled(
      [new Keyring(old, fresh), new Keyring(fresh, old)].map((keyring) =>
        begin({ ...shop.services, keyring }, request, shop.clock.now()),
      ),
    )
    const runs = outcomes.filter(({ status }) => status === 'fulfilled')
    assert.ok(runs.length <= 1, `round ${round}: both run`)
  }
})

test('a thief of the database and of the secret, without the Idempotency-Key, can neither read an answer nor guess a request', async () => {
  await using shop = await harness()
  const body = { name: 'Ada' }
  const path = `/api_keys/${shop.merchant.merchant_id}`
  await shop.post(path, body, { headers: { 'Idempotency-Key': 'only-the-merchant-knows' } })
  const [row] = await shop.services.db.run<{ answer: Buffer; fingerprint: Buffer }>(
    'select answer, fingerprint from idempotency where merchant_id = $1',
    [shop.merchant.merchant_id],
  )
  assert.ok(row)
  const { keyring } = shop.services
  const text = JSON.stringify(body)

  for (const purpose of ['idempotency answers', 'idempotency requests', 'idempotency keys']) {
    const key = keyring.key(purpose)
    assert.throws(() => open(key, row.answer, shop.merchant.merchant_id), purpose)
    assert.notDeepEqual(row.fingerprint, fingerprint(key, 'POST', path, text), purpose)
  }
  // The header's key gives the stored value, so the comparison above can fail.
  const own = deriveKey(keyring.key('idempotency requests'), 'only-the-merchant-knows')
  assert.deepEqual(row.fingerprint, fingerprint(own, 'POST', path, text))
})
