import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { takeSnapshot } from '#core/ledger/snapshot.ts'
import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { settled } from '#testing/settled.ts'
import { ledgerViolations } from './ledger.ts'

/** A merchant with 5,000 captures at 3.00 EUR each under a snapshot and one hold above it. */
async function shopWithSnapshot(): Promise<Shop> {
  const shop = await harness()
  const { services, merchant } = shop
  await insertCaptures(services.db, merchant.merchant_id, 5_000)
  await settled(services)
  await takeSnapshot(services, merchant.merchant_id)
  await services.db.run(
    `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id,
       cause, created)
     values ($1, 'op_hold_hold', 'acquirer_hold', 'held', 700, 'EUR', 'pay_hold', 'op_hold', 'hold', now())`,
    [merchant.merchant_id],
  )
  await settled(services)
  return shop
}

function insertCaptures(db: Shop['services']['db'], merchant_id: string, count: number) {
  return db.run(
    `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id,
       cause, created)
     select $1, 'op_' || n || '_capture', 'acquirer_receivable', 'available', 300, 'EUR', 'pay_' || n, 'op_' || n,
       'capture', now() from generate_series(1, $2::int) n`,
    [merchant_id, count],
  )
}

async function violations(shop: Shop): Promise<string[]> {
  const found: string[] = []
  const { merchant_id } = shop.merchant
  for await (const what of ledgerViolations(shop.services, merchant_id)) found.push(what)
  return found
}

const damages: [damage: string, found: string[]][] = [
  [
    `update ledger_snapshots set balances[2] = balances[2] + 5, taken_by = pg_current_xact_id()
       where merchant_id = $1`,
    ['available is 1500005 EUR, its transfers sum to 1500000'],
  ],
  [
    `delete from transfers where merchant_id = $1 and transfer_id = 'op_17_capture'`,
    [
      'acquirer_receivable is -1500000 EUR, its transfers sum to -1499700',
      'available is 1500000 EUR, its transfers sum to 1499700',
    ],
  ],
  [
    // Behind the snapshot, as a clock that was ahead used to put it.
    `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id,
       cause, created, written_by)
     values ($1, 'op_late_capture', 'acquirer_receivable', 'available', 5, 'USD', 'pay_late', 'op_late', 'capture',
       now(), '1')`,
    [
      'available USD has no balance, its transfers sum to 5',
      'acquirer_receivable USD has no balance, its transfers sum to -5',
    ],
  ],
  [
    `update transfers set debit = 'available', credit = 'fees'
       where merchant_id = $1 and transfer_id = 'op_hold_hold'`,
    [
      'op_hold_hold debits available and credits fees; a hold debits acquirer_hold and credits held',
    ],
  ],
  [
    `update transfers set cause = 'constructor' where merchant_id = $1 and transfer_id = 'op_hold_hold'`,
    ['op_hold_hold has the unknown cause constructor'],
  ],
]

test('a sound ledger has no violations, also while transfers are booked', async () => {
  await using shop = await shopWithSnapshot()
  const { merchant_id } = shop.merchant
  const other = new pg.Client({ connectionString: await testDatabase() })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency, object_id, operation_id,
         cause, created)
       values ($1, 'op_9999_capture', 'acquirer_receivable', 'available', 1, 'EUR', 'pay_9999', 'op_9999', 'capture',
         now())`,
      [merchant_id],
    )
    // The transfer becomes visible after the balances were read and before the transfers are.
    const { db } = shop.services
    const run = db.run.bind(db)
    db.run = async (text, values) => {
      db.run = run
      const rows = await run<never>(text, values)
      await other.query('commit')
      return rows
    }

    assert.deepEqual(await violations(shop), [])
  } finally {
    await other.end()
  }
  assert.deepEqual(await violations(shop), [])
})

for (const [damage, found] of damages) {
  test(`the doctor finds: ${found.join('; ')}`, async () => {
    await using shop = await shopWithSnapshot()
    assert.deepEqual(await violations(shop), [])

    await shop.services.db.run(damage, [shop.merchant.merchant_id])

    const seen = await violations(shop)
    assert.deepEqual(seen.slice(0, found.length), found)
  })
}
