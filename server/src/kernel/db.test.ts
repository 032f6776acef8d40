import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { testDatabase } from '#testing/database.ts'
import { withServer } from './databases.ts'
import { Database } from './db.ts'
import { createLog } from './log.ts'
import { isMigrated, migrate } from './migrate.ts'
import { raw, sql, when } from './sql.ts'

const open = async () =>
  new Database({ url: await testDatabase(), connections: 2, log: createLog('silent') })

test('a connection that PostgreSQL ends is replaced by the next statement', async () => {
  const db = await open()
  const [mine] = await db.run<{ pid: number }>('select pg_backend_pid() as pid', [])
  await withServer(await testDatabase(), (client) =>
    client.query('select pg_terminate_backend($1)', [mine?.pid]),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))

  const answers = await Promise.all([1, 2, 3].map((n) => db.first(sql`select ${n}::int as n`)))

  assert.deepEqual(
    answers.map((row) => row?.['n']),
    [1, 2, 3],
  )
  await db.close()
})

test('statements in flight on one connection are answered each with its own result or error', async () => {
  const db = new Database({ url: await testDatabase(), connections: 1, log: createLog('silent') })

  const outcomes = await Promise.allSettled([
    db.first(sql`select 1 as n`),
    db.run('select no_such_column', []),
    db.first(sql`select 3 as n`),
  ])

  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  await db.close()
})

test('a bigint that a number cannot hold exactly is refused, not rounded', async () => {
  const db = await open()

  assert.deepEqual(await db.run('select 9007199254740991::bigint as n', []), [
    { n: 9007199254740991 },
  ])
  await assert.rejects(db.run('select 9007199254740992::bigint as n', []), /safe range/)

  await db.close()
})

test('values become parameters and never text, at any nesting of fragments', () => {
  const evil = `'; drop table customers; --`
  const filter = sql`and name = ${evil}`
  const statement = sql`select ${raw('name')} from customers where merchant_id = ${'m'} ${when(true, filter)} ${when(false, filter)}`

  const { text, values } = statement.compile()

  assert.equal(text.trim(), 'select name from customers where merchant_id = $1 and name = $2')
  assert.deepEqual(values, ['m', evil])
})

test('migrating twice, also concurrently, runs every migration once', async () => {
  const url = await testDatabase()

  const ran = await Promise.all([migrate(url), migrate(url)])

  assert.deepEqual(ran, [[], []])
  const all = await readdir(new URL('../../migrations/', import.meta.url))
  assert.equal(await isMigrated(all), true)
  assert.equal(await isMigrated(all.slice(1)), false)
  assert.equal(await isMigrated([]), false)
})
