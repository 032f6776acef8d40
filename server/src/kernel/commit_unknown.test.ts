// A commit with a lost connection reports only what is certain.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#testing/database.ts'
import { DatabaseProxy } from '#testing/database_proxy.ts'
import { insert, table, update } from './change.ts'
import { Committer, CommitUnknown } from './commit.ts'
import { withServer } from './databases.ts'
import { Database, StatementNotSent } from './db.ts'
import { createLog } from './log.ts'
import { eventually } from '#testing/eventually.ts'

interface Counter {
  merchant_id: string
  counter_id: string
  n: number
  version: number
}

const counters = table<Counter>('counters', 'merchant_id', 'counter_id')
const TIMEOUT = { timeout: 60_000 }

const direct = async <T extends object>(text: string): Promise<T[]> =>
  withServer(await testDatabase(), async (client) => (await client.query<T>(text)).rows)

before(() =>
  direct(`create table counters (merchant_id text, counter_id text, n int not null check (n < 100),
    version int not null, primary key (merchant_id, counter_id))`),
)
beforeEach(() => direct('truncate counters'))

async function stage({ connections = 2 } = {}) {
  const proxy = await DatabaseProxy.start(await testDatabase())
  const log = createLog('silent')
  const db = new Database({ url: proxy.url, connections, log, statement_timeout_ms: 1_000 })
  await db.run('select 1', [])
  const dispose = async () => {
    await proxy[Symbol.asyncDispose]()
    await db.close()
  }
  return { proxy, db, committer: new Committer(db), [Symbol.asyncDispose]: dispose }
}

const counter = (counter_id: string, n = 0): Counter => ({
  merchant_id: 'm',
  counter_id,
  n,
  version: 1,
})

const values = async () =>
  (await direct<{ n: number }>('select n from counters order by counter_id')).map((row) => row.n)

/** Locks a counter's row until the returned function is called. */
async function lockRow(counter_id: string) {
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  await client.query('begin')
  await client.query('select n from counters where counter_id = $1 for update', [counter_id])
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const someoneWaits = async () => (await direct(WAITING)).length > 0

test('a commit that was written, but whose answer was lost, is unknown', TIMEOUT, async () => {
  await using it = await stage()
  it.proxy.freezeAll('answers', { new_ones: true })

  const commit = it.committer.commit(insert(counters, counter('a')))
  const ended = assert.rejects(commit, CommitUnknown)
  await eventually('it comes about', async () => (await values()).length === 1)
  it.proxy.cutAll()

  await ended
})

test('a commit that never arrived is unknown as well, within the timeout', TIMEOUT, async () => {
  await using it = await stage()
  it.proxy.freezeAll()

  await assert.rejects(it.committer.commit(insert(counters, counter('a'))), CommitUnknown)

  assert.deepEqual(await values(), [])
})

test('a commit without a connection is known not to be written', TIMEOUT, async () => {
  await using it = await stage()
  it.proxy.refuse()
  it.proxy.cutAll()
  await eventually('it comes about', async () => it.proxy.connections === 0)
  await it.db.run('select 1', []).catch(() => undefined)

  const many = ['a', 'b', 'c'].map((id) => it.committer.commit(insert(counters, counter(id))))
  const outcomes = await Promise.allSettled(many)

  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StatementNotSent)
  }
  assert.deepEqual(await values(), [])
})

test('a PostgreSQL error is passed on unchanged', TIMEOUT, async () => {
  await using it = await stage()
  await it.committer.commit(insert(counters, counter('a')))
  const release = await lockRow('a')

  const blocked = it.committer.commit(update(counters, counter('a'), { n: 1 }))
  await assert.rejects(blocked, { code: '57014' })
  await release()

  await assert.rejects(it.committer.commit(insert(counters, counter('b', 100))), {
    code: '23514',
  })
  assert.deepEqual(await values(), [0])
})

test(
  'changes of a batch whose answer was lost are unknown and never written twice',
  TIMEOUT,
  async () => {
    await using it = await stage()
    for (const id of ['a', 'b', 'c']) await it.committer.commit(insert(counters, counter(id)))
    const add = (id: string) => it.committer.commit(update(counters, counter(id), { n: 1 }))
    const releaseA = await lockRow('a')
    const releaseB = await lockRow('b')
    // The first one blocks the others, so that they are batched; then b blocks them in PostgreSQL.
    const first = add('a')
    const batch = Promise.allSettled([add('b'), add('c')])
    await eventually('it comes about', someoneWaits)
    await releaseA()
    await first
    await eventually('it comes about', someoneWaits)
    it.proxy.freezeAll('answers')

    await releaseB()
    await eventually('it comes about', async () => (await values()).join() === '1,1,1')
    it.proxy.cutAll()
    const outcomes = await batch

    for (const outcome of outcomes) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof CommitUnknown)
    }
    const versions = await direct<Counter>('select version from counters')
    assert.deepEqual(
      versions.map((row) => row.version),
      [2, 2, 2],
    )
  },
)

test(
  'changes of a batch that never arrived are written when they are sent again alone',
  TIMEOUT,
  async () => {
    // A new connection replaces the frozen one.
    await using it = await stage({ connections: 1 })
    for (const id of ['a', 'b', 'c']) await it.committer.commit(insert(counters, counter(id)))
    const add = (id: string) => it.committer.commit(update(counters, counter(id), { n: 1 }))
    const release = await lockRow('a')
    const first = add('a')
    const batch = Promise.allSettled([add('b'), add('c')])
    await eventually('it comes about', someoneWaits)
    // Bytes to PostgreSQL are held here; the answer to the first statement still arrives.
    it.proxy.freezeAll('statements')

    await release()
    await first
    const outcomes = await batch

    assert.deepEqual(
      outcomes.map((outcome) => outcome.status),
      ['fulfilled', 'fulfilled'],
    )
    assert.deepEqual(await values(), [1, 1, 1])
  },
)
