// A standby as PostgreSQL sees it: a client that streams the write-ahead log and confirms what it has stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Database } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { eventually } from '#testing/eventually.ts'
import { startKillablePostgres } from '#testing/killable_postgres.ts'
import { gauges, type State } from './gauges.ts'
import { findStandbys } from './store.ts'

const [synchronous, lag] = [
  'florin_database_synchronous_standbys',
  'florin_database_standby_lag_bytes',
].map((name) => gauges.find((each) => each.name === name))

async function readGauges(db: Database) {
  const state = { standbys: await findStandbys(db) } as Partial<State> as State
  return { synchronous: synchronous?.read(state), lag: lag?.read(state) }
}

/** Everything is confirmed, so commits do not wait. */
const ALL_STORED = Buffer.concat([Buffer.from('r'), Buffer.alloc(24, 0x7f), Buffer.alloc(9)])

interface Streaming {
  sendCopyFromChunk(bytes: Buffer): void
}

/** Resolves with a function that disconnects it. */
async function startStandby(url: string, name: string): Promise<() => void> {
  const options = { connectionString: url, application_name: name, replication: 'true' }
  const client = new pg.Client(options)
  client.on('error', () => undefined)
  await client.connect()
  const [system] = (await client.query<{ xlogpos: string }>('IDENTIFY_SYSTEM')).rows
  client.query(`START_REPLICATION PHYSICAL ${system?.xlogpos}`).catch(() => undefined)
  const { connection } = client as pg.Client & { connection: Streaming & NodeJS.EventEmitter }
  await new Promise((resolve) => connection.once('replicationStart', resolve))
  connection.sendCopyFromChunk(ALL_STORED)
  return () => void client.end().catch(() => undefined)
}

test('a synchronous standby counts while it is connected, and an asynchronous one or a hidden one does not', async () => {
  await using server = await startKillablePostgres()
  const log = createLog('silent')
  const db = new Database({ url: server.url, connections: 1, log })
  await using _ = { [Symbol.asyncDispose]: () => db.close() }
  assert.deepEqual(await readGauges(db), { synchronous: 0, lag: [] })
  // Before a commit waits for a standby.
  await db.run('create role unprivileged', [])
  await db.run(`alter system set synchronous_standby_names = 'chosen'`, [])
  await db.run('select pg_reload_conf()', [])
  const waitFor = (expected: string) =>
    eventually(expected, async () => {
      const found = await findStandbys(db)
      return found.map(({ name, sync_state }) => `${name} ${sync_state}`).join() === expected
    })

  const stopOther = await startStandby(server.url, 'other')
  await waitFor('other async')
  assert.equal((await readGauges(db)).synchronous, 0)
  const stopChosen = await startStandby(server.url, 'chosen')
  await waitFor('chosen sync,other async')
  const read = await readGauges(db)
  assert.equal(read.synchronous, 1)
  assert.equal((read.lag as unknown[]).length, 2)

  await db.run('set role unprivileged', [])
  assert.deepEqual(await readGauges(db), { synchronous: undefined, lag: [] })
  await db.run('reset role', [])

  stopChosen()
  await waitFor('other async')
  assert.equal((await readGauges(db)).synchronous, 0)
  stopOther()
})
