// Migration 0042 joins two tables of mails into one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { migrate } from '#kernel/migrate.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import { testDatabase } from '#testing/database.ts'
import { harness } from '#testing/harness.ts'
import { databaseBefore } from './older_database.ts'

const ALL = 'select to_jsonb(m) as row from mails m order by mail_id'

test('every mail of both tables is in the one table after the migration, as it was', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const now = shop.clock.now()
  const facts = { subscription_id: 'sub_1', invoice_id: 'inv_1' }
  const about = { merchant_id, email: null, facts, occasion: 'a' }
  const expiring = { ...about, facts: { ...facts, invoice_id: null } }
  const opened = { merchant_id, email: 'ada@example.com', facts: { dispute_id: 'dsp_1' } }
  await shop.services.commit(
    requestMail('final_notice', about, now),
    requestMail('card_expiring', expiring, now),
    requestMail('dispute_opened', { ...opened, occasion: 'a' }, now),
  )
  const current = await withServer(await testDatabase(), (client) => client.query(ALL))

  await using older = await databaseBefore('0042')
  const tables = await withServer(older.url, (client) =>
    client.query('select (select count(*) from subscription_mails)::int as subscriptions'),
  )
  await migrate(older.url)

  assert.ok(current.rows.length >= 3)
  assert.ok(tables.rows[0].subscriptions >= 2)
  const moved = await withServer(older.url, (client) => client.query(ALL))
  assert.deepEqual(moved.rows, current.rows)
})
