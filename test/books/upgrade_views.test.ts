// During an upgrade, processes of the release before use tables that migrations 0041 and 0042 have replaced by views.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { insert, table, update } from '#kernel/change.ts'
import { Committer, Conflict } from '#kernel/commit.ts'
import { Database } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { testDatabase } from '#testing/database.ts'

interface Row {
  merchant_id: string
  version: number
  [column: string]: string | number | Date | object | null
}

const created = new Date('2026-05-01T00:00:00Z')
const mail = { mail_status: 'waiting', mail_attempts: 0, mail_error: null, mail_sent_at: null }

const views: Readonly<
  Record<string, { key: string; row: object; joined: string; change: object }>
> = {
  invoice_payments: {
    key: 'payment_id',
    row: {
      payment_id: 'a',
      invoice_id: 'inv_1',
      subscription_id: 'sub_1',
      status: 'open',
      created,
    },
    joined: 'payment_claims',
    change: { status: 'paid' },
  },
  payment_link_uses: {
    key: 'payment_id',
    row: { payment_id: 'b', payment_link_id: 'plink_1', status: 'open', created },
    joined: 'payment_claims',
    change: { status: 'released' },
  },
  user_mails: {
    key: 'mail_id',
    row: {
      mail_id: 'c',
      kind: 'invitation',
      email: 'a@shop.example',
      facts: {},
      ...mail,
      mail_due: created,
      created,
    },
    joined: 'mails',
    change: { mail_attempts: 1 },
  },
  subscription_mails: {
    key: 'mail_id',
    row: {
      mail_id: 'd',
      kind: 'payment_failed',
      subscription_id: 'sub_1',
      invoice_id: 'inv_1',
      ...mail,
      mail_due: created,
      created,
    },
    joined: 'mails',
    change: { mail_attempts: 1 },
  },
}

const url = await testDatabase()
const db = new Database({ url, connections: 2, log: createLog('silent') })
after(() => db.close())

for (const [name, { key, row, joined, change }] of Object.entries(views)) {
  test(`the release before inserts, changes and reads ${name} through the view, with conflicts`, async () => {
    const { commit } = new Committer(db)
    const old = table<Row>(name, 'merchant_id', key)
    const first = { merchant_id: 'mer_1', ...row, version: 1 } as Row
    await commit(insert(old, first))
    await assert.rejects(commit(insert(old, first)), Conflict)
    await commit(update(old, first, { ...change, version: 2 }))
    await assert.rejects(commit(update(old, first, { ...change, version: 2 })), Conflict)
    for (const from of [name, joined]) {
      const rows = await db.run<Row>(`select * from ${from} where ${key} = $1`, [first[key]])
      assert.equal(rows.length, 1, from)
      for (const [column, value] of Object.entries(change)) assert.equal(rows[0]?.[column], value)
    }
  })
}

test('a subscription mail of the release before can be sent by this one', async () => {
  const rows = await db.run(`select facts from mails where mail_id = 'd'`, [])
  assert.deepEqual(rows, [{ facts: { subscription_id: 'sub_1', invoice_id: 'inv_1' } }])
})
