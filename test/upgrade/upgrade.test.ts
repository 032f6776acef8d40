// The quick parts; `npm run prove:upgrade` runs two releases side by side.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Received } from '#testing/receiver.ts'
import { testServer } from '#testing/template.ts'
import { FIRST_UNRELEASED, lint, lintMigrations, obstacle } from './lint.ts'
import { measureLocks } from './locks.ts'
import { compareWebhooks } from './webhooks.ts'

test('squawk has no finding about the unreleased migrations', async (t) => {
  const why = obstacle()
  if (why !== undefined) return t.skip(why)

  assert.equal(await lintMigrations(), '')
})

test('squawk refuses an index that blocks writers', (t) => {
  const why = obstacle()
  if (why !== undefined) return t.skip(why)
  const folder = mkdtempSync(join(tmpdir(), 'florin-lint-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '0099_index.sql')
  writeFileSync(path, 'create index if not exists payments_email on payments (merchant_id, email);')

  assert.match(lint(path), /require-concurrent-index-creation/)
})

test('the unreleased migrations run on tables with rows while each table is written to', async () => {
  const { waited } = await measureLocks(testServer(), FIRST_UNRELEASED, 1_000)

  const tables = waited.map(({ table }) => table)
  assert.ok(tables.includes('payments') && tables.includes('profiles'), tables.join())
  assert.ok(waited.every(({ writes }) => writes > 0))
})

function webhook(id: string, object: object): Received {
  const body = JSON.stringify({ event_type: 'payment_succeeded', content: { object } })
  return { headers: { 'webhook-id': id }, body, at: 0 }
}

test('a webhook without a field of the old release, one with another type, and a doubled one are found', () => {
  const old = webhook('1', { amount: 1, email: null })

  const same = compareWebhooks([old, webhook('2', { amount: 2, email: 'a@b.example' })], 1)
  const added = compareWebhooks([old, webhook('2', { amount: 2, email: null, more: true })], 1)
  const wrong = compareWebhooks([old, webhook('1', { amount: '2' })], 1)

  assert.deepEqual([same.different, same.added, same.doubled], [[], [], []])
  assert.deepEqual(added.different, [])
  assert.deepEqual(added.added, ['payment_succeeded: .content.object.more'])
  assert.deepEqual(wrong.different, [
    'payment_succeeded: .content.object.email is missing',
    'payment_succeeded: .content.object.amount is string',
  ])
  assert.deepEqual(wrong.doubled, ['1'])
})
