import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { testDatabase } from '#testing/database.ts'
import { withServer } from './databases.ts'
import { maintainPartitions, type PartitionedTable } from './partitions.ts'

const table = (name: string): PartitionedTable => ({
  name,
  column: 'created',
  created_ahead_days: 2,
  retention_days: 3,
  toast_target: 8_160,
})

before(async () => {
  await query(`create table logs (id text, created timestamptz not null, primary key (id, created))
    partition by range (created)`)
  await query(`create table facts (id text, created timestamptz not null, primary key (id, created))
    partition by range (created)`)
  await query('create table facts_default partition of facts default')
})

after(async () => {
  await query('drop table logs, facts')
})

async function query(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  return withServer(await testDatabase(), (client) => client.query(text, [...values]))
}

function maintain(name: string, now: string): Promise<void> {
  return maintainPartitions(query, [table(name)], new Date(now))
}

async function partitionsOf(name: string): Promise<string[]> {
  const { rows } = await query(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass order by 1`,
    [name],
  )
  return rows.map((row) => row.name.replace(`${name}_`, ''))
}

test('partitions are created ahead and dropped when they are expired, with their rows', async () => {
  await maintain('logs', '2030-03-01T23:59:59Z')
  assert.deepEqual(await partitionsOf('logs'), ['20300301', '20300302', '20300303'])
  await query(
    `insert into logs values ('old', '2030-03-01T00:00:00Z'), ('new', '2030-03-02T00:00:00Z')`,
  )

  await maintain('logs', '2030-03-04T12:00:00Z')
  assert.equal((await query('select id from logs')).rowCount, 2)
  await maintain('logs', '2030-03-05T00:00:00Z')

  assert.deepEqual((await query('select id from logs')).rows, [{ id: 'new' }])
  const days = ['20300302', '20300303', '20300304', '20300305', '20300306', '20300307']
  assert.deepEqual(await partitionsOf('logs'), days)
})

test('several processes can maintain the same table at once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => maintain('logs', '2031-01-01T00:00:00Z')))

  assert.deepEqual(await partitionsOf('logs'), ['20310101', '20310102', '20310103'])
})

test('a row without a partition is refused, but not if there is a default partition', async () => {
  const insert = (name: string) =>
    query(`insert into ${name} values ('late', '2035-01-01T10:00:00Z')`)

  await assert.rejects(insert('logs'), { code: '23514' })
  await insert('facts')

  assert.deepEqual((await query('select id from facts_default')).rows, [{ id: 'late' }])
})

test("rows in the default partition move to their day's partition when it is created, and expire there", async () => {
  await maintain('facts', '2035-01-01T11:00:00Z')

  assert.equal((await query('select id from facts_default')).rowCount, 0)
  assert.deepEqual((await query('select id from facts_20350101')).rows, [{ id: 'late' }])
  await maintain('facts', '2035-01-09T11:00:00Z')
  assert.equal((await query('select id from facts')).rowCount, 0)
})

test('a partition has the keys and indexes of its table', async () => {
  await maintain('logs', '2031-01-01T00:00:00Z')
  const insert = () => query(`insert into logs values ('once', '2031-01-01T00:00:00Z')`)
  await insert()

  await assert.rejects(insert, { code: '23505' })
})

test('a table without partitions and one outside of the schema are refused', async () => {
  await assert.rejects(maintain('merchants', '2031-01-01T00:00:00Z'), /not a partitioned table/)
  await assert.rejects(maintain('directory.keys', '2031-01-01T00:00:00Z'), /not a partitioned/)
})

test('a table that is locked is not waited for, and no row is lost', async () => {
  await maintain('logs', '2032-01-01T00:00:00Z')
  await query(`insert into logs values ('read', '2032-01-01T00:00:00Z')`)
  const url = await testDatabase()

  await withServer(url, async (client) => {
    await client.query('begin; select * from logs')
    await assert.rejects(maintain('logs', '2032-02-01T00:00:00Z'), { code: '55P03' })
    await client.query('rollback')
  })

  assert.equal((await query('select id from logs')).rowCount, 1)
})
