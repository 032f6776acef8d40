import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { addMs, DAY_MS, MINUTE_MS } from '#kernel/clock.ts'
import { Conflict } from '#kernel/commit.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { settled } from '#testing/settled.ts'
import { createSnapshotter, takeSnapshot } from './snapshot.ts'
import { available, balances, snapshotLagSeconds } from './read.ts'
import { countSettledTail, findSettledBalances } from './store.ts'
import { book as bookTransfers, type Cause } from './transfer.ts'

async function book(
  shop: Shop,
  amount: number,
  created = shop.clock.now(),
  cause: Cause = 'capture',
) {
  const { merchant_id } = shop.merchant
  const about = { merchant_id, object_id: 'pay_1', operation_id: newId('op'), currency: 'EUR' }
  const [row] = bookTransfers(about, { [cause]: amount }, created)
  assert.ok(row)
  await shop.services.commit(row)
}

async function availableOf(shop: Shop): Promise<number> {
  const rows = await balances({ ...shop.services, merchant_id: shop.merchant.merchant_id })
  return Number(rows.find((row) => row.account === 'available')?.balance ?? 0)
}

/** Each snapshot's sums, in account order. */
async function snapshotsOf(shop: Shop): Promise<string[]> {
  const rows = await shop.services.db.run<{ balances: string }>(
    'select balances::text from ledger_snapshots where merchant_id = $1 order by watermark',
    [shop.merchant.merchant_id],
  )
  return rows.map((row) => row.balances)
}

test('a transfer with an earlier timestamp than the snapshot is counted', async () => {
  await using shop = await harness()
  const { services, merchant, clock } = shop
  await book(shop, 1000)
  await settled(services)

  const ahead = { ...services, clock: { now: () => addMs(clock.now(), 10 * MINUTE_MS) } }
  await takeSnapshot(ahead, merchant.merchant_id)
  await book(shop, 500)
  clock.advance(DAY_MS)

  assert.equal(await availableOf(shop), 1500)
  await settled(services)
  await takeSnapshot(services, merchant.merchant_id)
  assert.equal(await availableOf(shop), 1500)
})

test('a transfer whose transaction is open while a snapshot is taken is counted once it commits, and once', async () => {
  await using shop = await harness()
  const { services, merchant, clock } = shop
  const { merchant_id } = merchant
  await book(shop, 1000, addMs(clock.now(), -10 * MINUTE_MS))
  await settled(services)
  const other = new pg.Client({ connectionString: await testDatabase() })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id,
         operation_id, cause, created)
       values ($1, 'op_open_capture', 'acquirer_receivable', 'available', 500, 'EUR', 'pay_2', 'op_open',
         'capture', $2)`,
      [merchant_id, addMs(clock.now(), -10 * MINUTE_MS)],
    )
    await book(shop, 7)

    await takeSnapshot(services, merchant_id)
    assert.deepEqual(await snapshotsOf(shop), ['{-1000,1000}'])
    assert.equal(await availableOf(shop), 1007)
    assert.ok((await snapshotLagSeconds(services)) > 0)
    await other.query('commit')
  } finally {
    await other.end()
  }

  assert.equal(await availableOf(shop), 1507)
  await settled(services)
  await takeSnapshot(services, merchant_id)
  assert.deepEqual(await snapshotsOf(shop), ['{-1507,1507}'])
  assert.equal(await availableOf(shop), 1507)
})

test('writers with different clocks book while snapshots are taken: the balance is the sum of all transfers', async () => {
  await using shop = await harness()
  const { services, merchant, clock } = shop
  const { merchant_id } = merchant
  // A transfer that the first snapshot covers, even with other open transactions on this server.
  await book(shop, 1)
  await settled(services)
  const booked = new AbortController()
  const writers = Array.from({ length: 4 }, async (_, nth) => {
    for (let n = 0; n < 60; n++) {
      const created = addMs(clock.now(), (nth - 2) * 10 * MINUTE_MS)
      const cause = n % 3 === 0 ? 'payout' : 'capture'
      await book(shop, 1 + n * 7 + nth, created, cause)
    }
  })
  let taken = 0
  const takers = [1, 2].map(async () => {
    while (!booked.signal.aborted) {
      await takeSnapshot(services, merchant_id).catch((error: unknown) => {
        if (!(error instanceof Conflict)) throw error
      })
      taken = Math.max(taken, (await snapshotsOf(shop)).length)
      await pause(2)
    }
  })
  await Promise.all(writers).finally(() => booked.abort())
  await Promise.all(takers)

  const [sum] = await services.db.run<{ sum: number }>(
    `select sum(case when credit = 'available' then amount else -amount end)::bigint as sum
     from transfers where merchant_id = $1`,
    [merchant_id],
  )
  assert.ok(taken > 0, 'no snapshot was taken')
  assert.equal(await availableOf(shop), sum?.sum)
  await settled(services)
  await takeSnapshot(services, merchant_id)
  assert.equal(await availableOf(shop), sum?.sum)
})

test('after a restore into a cluster with lower transaction numbers every transfer is counted once', async () => {
  await using shop = await harness()
  const { services, merchant } = shop
  const { merchant_id } = merchant
  await book(shop, 1000)
  await settled(services)
  await takeSnapshot(services, merchant_id)
  // A dump contains the rows and their columns. Here they are written by other transactions.
  await services.db.run(
    `update transfers set written_by = '9000000000000' where merchant_id = $1`,
    [merchant_id],
  )
  await services.db.run(
    `update ledger_snapshots set watermark = '9000000000001' where merchant_id = $1`,
    [merchant_id],
  )

  await book(shop, 500)

  assert.equal(await availableOf(shop), 1500)
  for (const next of [1500, 1507]) {
    await settled(services)
    await takeSnapshot(services, merchant_id)
    assert.equal(await availableOf(shop), next)
    await book(shop, 7)
  }
  assert.deepEqual(await snapshotsOf(shop), ['{-507,507}'])
})

test('balances beyond 2^53 are exact: shown, summed up, compared with a payout', async () => {
  await using shop = await harness()
  const { services, merchant } = shop
  const { merchant_id } = merchant
  const { merchant: other } = await shop.neighbour()
  await services.db.run(
    `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id,
       cause, created)
     select m, 'op_' || n || '_capture', 'acquirer_receivable', 'available', 9007199254740991, 'IDR',
       'pay_' || n, 'op_' || n, 'capture', now()
     from unnest($1::text[]) m, generate_series(1, 1500) n`,
    [[merchant_id, other.merchant_id]],
  )
  await settled(services)
  const sum = 1500n * 9_007_199_254_740_991n

  assert.match((await shop.get('/balances')).text, new RegExp(`"available":${sum},`))
  assert.equal(await available({ ...services, merchant_id }, 'IDR'), sum)
  assert.equal(await createSnapshotter()(services), 2)
  assert.deepEqual(await snapshotsOf(shop), [`{-${sum},${sum}}`])
  assert.match((await shop.get('/balances')).text, new RegExp(`"available":${sum},`))
})

test('a merchant whose snapshot fails is logged and the others get theirs', async () => {
  await using shop = await harness()
  const { services, merchant } = shop
  const { merchant: other } = await shop.neighbour()
  const both = [merchant.merchant_id, other.merchant_id].toSorted()
  await services.db.run(
    `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id,
       cause, created)
     select m, 'op_' || n || '_capture', 'acquirer_receivable', 'available', 1, 'EUR', 'pay_' || n, 'op_' || n,
       'capture', now()
     from unnest($1::text[]) m, generate_series(1, 1000) n`,
    [both],
  )
  // A damaged row: it cannot be read as a number.
  await services.db.run(
    `insert into ledger_snapshots (merchant_id, watermark, accounts, currencies, balances, version)
     values ($1, '1', '{available}', '{EUR}', '{NaN}', 1)`,
    [both[0]],
  )
  await settled(services)

  const summed = await createSnapshotter()(services)

  assert.ok(summed >= 1)
  assert.ok(
    shop.log.some(
      (line) => line.includes('balance snapshot failed') && line.includes(both[0] ?? ''),
    ),
  )
  const rows = await services.db.run(`select 1 from ledger_snapshots where merchant_id = $1`, [
    both[1],
  ])
  assert.equal(rows.length, 1)
})

for (const size of ['no row', 'a few rows and their statistics'] as const) {
  test(`with ${size}, a balance finds the transfers above its snapshot by an index`, async () => {
    await using shop = await harness({ env: { FLORIN_DATABASE_CONNECTIONS: '1' } })
    const { db } = shop.services
    const { merchant_id } = shop.merchant
    if (size !== 'no row') for (const amount of [1, 2, 3]) await book(shop, amount)
    await db.run(size === 'no row' ? 'truncate transfers, ledger_snapshots' : 'analyze', [])
    await db.run(`set plan_cache_mode = 'force_generic_plan'`, [])
    const texts = new Map<string, number>()
    const run = db.run.bind(db)
    db.run = (text, values) => {
      texts.set(text, values.length)
      return run(text, values)
    }
    await availableOf(shop)
    await findSettledBalances(db, merchant_id)
    await countSettledTail(db, merchant_id, 10)

    for (const [text, parameters] of texts) {
      const nulls = Array.from({ length: parameters }, () => 'null').join()
      await run(`prepare looked_at as ${text}`, [])
      const rows = await run<{ 'QUERY PLAN': string }>(`explain execute looked_at(${nulls})`, [])
      await run('deallocate looked_at', [])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /transfers_written .*\n.*Index Cond: .*written_by >= /, plan)
      assert.doesNotMatch(plan, /Seq Scan/, plan)
    }
    assert.equal(texts.size, 3)
  })
}
