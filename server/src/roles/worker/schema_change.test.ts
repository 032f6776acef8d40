// A migration adds a column while processes on the previous release serve requests and run sweeps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'

import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'

/** Calls that between them read and write most tables; run twice, each statement is already prepared. */
async function useEverything(shop: Shop): Promise<void> {
  const { merchant_id, profile_id } = shop.merchant
  const customer = await succeed(shop, 'POST', '/customers', { name: 'Ada' })
  const payment = await succeed(
    shop,
    'POST',
    '/payments',
    paymentBody({ customer_id: customer.customer_id, capture_method: 'manual' }),
  )
  await succeed(shop, 'POST', `/payments/${payment.payment_id}/capture`, {})
  const refund = await succeed(shop, 'POST', '/refunds', {
    payment_id: payment.payment_id,
    amount: 100,
  })
  for (const path of [
    `/customers/${customer.customer_id}`,
    `/payments/${payment.payment_id}?expand=refunds`,
    '/payments/list',
    `/refunds/${refund.refund_id}`,
    '/disputes/list',
    '/payouts/list',
    '/balances',
    '/ledger/transfers',
    `/account/${merchant_id}/business_profile/${profile_id}`,
    `/api_keys/${merchant_id}/list`,
    `/events/${merchant_id}`,
  ]) {
    await succeed(shop, 'GET', path)
  }
  await runSweeps(shop)
}

async function succeed(shop: Shop, method: string, path: string, body?: unknown) {
  const answer = await shop.send(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

async function addColumnToEveryTable(): Promise<void> {
  await withServer(await testDatabase(), async (client) => {
    const found = await client.query<{
      name: string
    }>(`select format('%I.%I', schemaname, tablename) as name
      from pg_tables t join pg_class c on c.oid = format('%I.%I', schemaname, tablename)::regclass
      where schemaname in ('public', 'directory') and not c.relispartition`)
    assert.ok(found.rows.length > 20)
    for (const { name } of found.rows) {
      await client.query(`alter table ${name} add column added_by_a_migration text`)
    }
  })
}

test('a process keeps reading, writing and sweeping while a migration adds a column to every table', async () => {
  // One connection, so that the statements after the migration are those prepared before it.
  const env = { FLORIN_PROVIDER: 'instant', FLORIN_DATABASE_CONNECTIONS: '1' }
  await using shop = await harness({ env })
  await useEverything(shop)

  await addColumnToEveryTable()

  await useEverything(shop)
  const problems = shop.log.filter((line) => /"level":"(warn|error)"/.test(line))
  assert.deepEqual(problems, [])
})
