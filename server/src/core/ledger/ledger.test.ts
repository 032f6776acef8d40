import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Insert } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import { newId } from '#kernel/ids.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { settled } from '#testing/settled.ts'
import { balances } from './read.ts'
import { createSnapshotter, takeSnapshot } from './snapshot.ts'
import { book, type Cause } from './transfer.ts'

interface Entry {
  cause: Cause
  amount: number
  currency: string
}

function booked(shop: Shop, entry: Entry, operation_id = newId('op')): Insert[] {
  const { merchant_id } = shop.merchant
  const created = shop.clock.now()
  const about = { merchant_id, object_id: 'pay_1', operation_id, currency: entry.currency }
  return book(about, { [entry.cause]: entry.amount }, created)
}

async function commit(shop: Shop, writes: Insert[]): Promise<void> {
  await shop.services.commit(...writes)
}

async function read(shop: Shop) {
  return balances({ ...shop.services, merchant_id: shop.merchant.merchant_id })
}

/** A copy of the moves table, so that a wrong row is detected. */
const EXPECTED = {
  hold: { debit: 'acquirer_hold', credit: 'held' },
  release: { debit: 'held', credit: 'acquirer_hold' },
  capture: { debit: 'acquirer_receivable', credit: 'available' },
} as const

const entries = fc.array(
  fc.record({
    cause: fc.constantFrom('hold' as const, 'release' as const, 'capture' as const),
    amount: fc.integer({ min: 1, max: 1_000_000_000 }),
    currency: fc.constantFrom('EUR', 'JPY'),
  }),
  { minLength: 1, maxLength: 40 },
)

test('each balance is the sum of its credits less the sum of its debits', async () => {
  await using shop = await harness()
  const [sample = []] = fc.sample(entries, 1)
  for (const entry of sample) await commit(shop, booked(shop, entry))

  const found = await read(shop)

  const sums = new Map<string, bigint>()
  for (const { cause, amount, currency } of sample) {
    const sides = [
      [EXPECTED[cause].debit, -amount],
      [EXPECTED[cause].credit, amount],
    ] as const
    for (const [account, change] of sides) {
      const name = `${account} ${currency}`
      sums.set(name, (sums.get(name) ?? 0n) + BigInt(change))
    }
  }
  const reported = found.map(({ account, currency, balance }) => [
    `${account} ${currency}`,
    balance,
  ])
  assert.deepEqual(new Map(reported as [string, bigint][]), sums)
})

test('the same operation cannot be booked twice', async () => {
  await using shop = await harness()
  const entry: Entry = { cause: 'capture', amount: 1000, currency: 'EUR' }

  await commit(shop, booked(shop, entry, 'op_same'))
  await assert.rejects(commit(shop, booked(shop, entry, 'op_same')), Conflict)

  const available = (await read(shop)).find((row) => row.account === 'available')
  assert.equal(available?.balance, 1000n)
})

test('nothing is booked for nothing', async () => {
  await using shop = await harness()

  assert.deepEqual(booked(shop, { cause: 'release', amount: 0, currency: 'EUR' }), [])
})

test('a balance is the same with a snapshot and without, and reads only later transfers', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const [sample] = fc.sample(entries, 1)
  for (const entry of sample ?? []) await commit(shop, booked(shop, entry))
  const before = await read(shop)

  await settled(shop.services)
  await takeSnapshot(shop.services, merchant_id)
  assert.deepEqual(await read(shop), before)

  await commit(shop, booked(shop, { cause: 'capture', amount: 5, currency: 'EUR' }))
  await settled(shop.services)
  await takeSnapshot(shop.services, merchant_id)
  const after = await read(shop)

  const euros = (rows: typeof before) =>
    rows.find((row) => row.account === 'available' && row.currency === 'EUR')?.balance ?? 0n
  assert.equal(euros(after), euros(before) + 5n)
  // The rows themselves are no longer needed for the sum.
  await shop.services.db.run('delete from transfers where merchant_id = $1', [merchant_id])
  assert.deepEqual(await read(shop), after)
})

test('long books are summed up by themselves, short ones are not, and a balance then reads few rows', async () => {
  await using shop = await harness()
  const { db } = shop.services
  const { merchant_id } = shop.merchant
  const { merchant: other } = await shop.neighbour()
  await db.run(
    `insert into transfers select m, 'op_' || n || '_capture', 'acquirer_receivable', 'available', 3, 'EUR',
       'pay_' || n, 'op_' || n, 'capture', now() - interval '1 hour'
     from (values ($1, 3000), ($2, 500)) as given (m, k), generate_series(1, k) n`,
    [merchant_id, other.merchant_id],
  )
  await settled(shop.services)
  const before = await read(shop)
  const round = createSnapshotter()

  const summed = await round(shop.services)

  assert.equal(summed, 1)
  assert.equal(await round(shop.services), 0)
  assert.deepEqual(await read(shop), before)
  const snapshots = await db.run(
    `select merchant_id, accounts, currencies, balances::text from ledger_snapshots
     where merchant_id = any($1)`,
    [[merchant_id, other.merchant_id]],
  )
  const accounts = ['acquirer_receivable', 'available']
  const currencies = ['EUR', 'EUR']
  assert.deepEqual(snapshots, [{ merchant_id, accounts, currencies, balances: '{-9000,9000}' }])
})

test('concurrent snapshots and bookings: no transfer is lost or counted twice', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  for (let n = 0; n < 20; n++) {
    const causes: Cause[] = [
      'capture',
      'hold',
      'payout',
      'payout_paid',
      'refund',
      'payout_returned',
    ]
    const cause = causes[n % causes.length] ?? 'capture'
    await commit(shop, booked(shop, { cause, amount: 1 + n, currency: n % 3 ? 'EUR' : 'JPY' }))
    await Promise.allSettled([
      takeSnapshot(shop.services, merchant_id),
      takeSnapshot(shop.services, merchant_id),
    ])
  }
  const reported = await read(shop)
  await shop.services.db.run('delete from ledger_snapshots where merchant_id = $1', [merchant_id])

  assert.deepEqual(reported, await read(shop))
})
