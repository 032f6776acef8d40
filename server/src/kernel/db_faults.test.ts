// Statements during network faults on the way to PostgreSQL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#testing/database.ts'
import { DatabaseProxy } from '#testing/database_proxy.ts'
import { sleep } from './clock.ts'
import { withServer } from './databases.ts'
import { Database, StatementNotSent, StatementUnknown } from './db.ts'
import { createLog } from './log.ts'

const TIMEOUT = { timeout: 60_000 }

async function stage(connections: number) {
  const proxy = await DatabaseProxy.start(await testDatabase())
  const log = createLog('silent')
  const db = new Database({ url: proxy.url, connections, log, statement_timeout_ms: 400 })
  const dispose = async () => {
    await proxy[Symbol.asyncDispose]()
    await db.close()
  }
  return { proxy, db, [Symbol.asyncDispose]: dispose }
}

const backend = async (db: Database) =>
  (await db.run<{ pid: number }>('select pg_backend_pid() as pid', []))[0]?.pid

/** Sends concurrent statements until this many connections have answered. */
async function openAll(db: Database, connections: number): Promise<void> {
  const pids = new Set<number | undefined>()
  for (let round = 0; pids.size < connections; round++) {
    assert.ok(round < 1000, `${pids.size} connections are open`)
    const answers = Array.from({ length: 2 * connections }, () => backend(db))
    for (const pid of await Promise.all(answers)) pids.add(pid)
  }
}

const settle = <T>(statements: Promise<T>[]) => Promise.allSettled(statements)

function reasons(outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []))
}

test(
  'a statement whose table has changed is prepared again, and its neighbours are answered',
  TIMEOUT,
  async () => {
    await using it = await stage(1)
    await it.db.run('create table changing (n int)', [])
    await it.db.run('insert into changing values (1)', [])
    await it.db.run('select * from changing', [])
    await withServer(await testDatabase(), (client) =>
      client.query('alter table changing add column m int default 2'),
    )

    const answers = await Promise.all([
      it.db.run('select * from changing', []),
      it.db.run('select 7 as n', []),
      it.db.run('select * from changing', []),
    ])

    assert.deepEqual(answers, [[{ n: 1, m: 2 }], [{ n: 7 }], [{ n: 1, m: 2 }]])
  },
)

test('statements take turns on all connections, so that none lies idle', TIMEOUT, async () => {
  await using it = await stage(4)
  await openAll(it.db, 4)

  const pids = new Set<number | undefined>()
  for (let n = 0; n < 4; n++) pids.add(await backend(it.db))

  assert.equal(pids.size, 4)
})

test(
  'statements on a frozen connection fail in time, and the other connections serve',
  TIMEOUT,
  async () => {
    await using it = await stage(4)
    await openAll(it.db, 4)
    it.proxy.freezeOne()

    const answered: unknown[] = []
    const wave = Array.from({ length: 4 }, async () => answered.push(await backend(it.db)))
    const ended = settle(wave)
    while (answered.length < 3) await sleep(5)
    for (let n = 0; n < 50; n++) await backend(it.db)
    const failed = reasons(await ended)

    assert.equal(failed.length, 1)
    assert.ok(failed[0] instanceof StatementUnknown)
    await openAll(it.db, 4)
    assert.equal(it.proxy.opened, 5)
  },
)

test(
  'when all connections are frozen, statements fail in time and new connections serve',
  TIMEOUT,
  async () => {
    await using it = await stage(4)
    await openAll(it.db, 4)
    it.proxy.freezeAll()

    const failed = reasons(await settle(Array.from({ length: 12 }, () => backend(it.db))))

    assert.equal(failed.length, 12)
    assert.ok(failed.every((reason) => reason instanceof StatementUnknown))
    assert.equal(it.db.oldestInFlightMs(), 0)
    for (let n = 0; n < 10; n++) await backend(it.db)
  },
)

test('the age of the oldest statement in flight is known', TIMEOUT, async () => {
  await using it = await stage(2)
  await backend(it.db)
  assert.equal(it.db.oldestInFlightMs(), 0)
  it.proxy.freezeAll()
  const wave = settle([backend(it.db)])

  await sleep(50)

  assert.ok(it.db.oldestInFlightMs() >= 45)
  await wave
})

test(
  'while some connection is good, connections that cannot be opened fail nothing',
  TIMEOUT,
  async () => {
    await using it = await stage(4)
    await backend(it.db)
    it.proxy.refuse()

    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 8 }, () => backend(it.db)))

    assert.equal(it.proxy.opened, 1)
  },
)

test(
  'without any connection a statement is known not to have been sent, and later ones are',
  TIMEOUT,
  async () => {
    await using it = await stage(2)
    it.proxy.refuse()

    await assert.rejects(backend(it.db), StatementNotSent)
    it.proxy.refuse(false)

    assert.equal(typeof (await backend(it.db)), 'number')
  },
)

test('a connection that is lost leaves its successor alone', TIMEOUT, async () => {
  await using it = await stage(1)
  for (let n = 0; n < 5; n++) {
    await backend(it.db)
    const waiting = settle([it.db.run('select pg_sleep(60)', [])])
    it.proxy.cutAll()
    assert.ok(reasons(await waiting)[0] instanceof StatementUnknown)
    await Promise.all([backend(it.db), backend(it.db)])
  }

  assert.equal(it.proxy.connections, 1)
  assert.equal(it.proxy.opened, 6)
})

test(
  'an error that PostgreSQL answers with is passed on, and a connection that it ends leaves it open',
  TIMEOUT,
  async () => {
    await using it = await stage(1)
    await assert.rejects(it.db.run('select pg_sleep(60)', []), { code: '57014' })
    const pid = await backend(it.db)
    const waiting = settle([it.db.run('select pg_sleep(60)', [])])

    await withServer(await testDatabase(), (client) =>
      client.query('select pg_terminate_backend($1)', [pid]),
    )

    assert.ok(reasons(await waiting)[0] instanceof StatementUnknown)
  },
)

test('a database with frozen connections closes', TIMEOUT, async () => {
  const it = await stage(2)
  await openAll(it.db, 2)
  it.proxy.freezeAll()

  await it.db.close()

  await it.proxy[Symbol.asyncDispose]()
})

test('delayed packets arrive whole and in order, even when the delay falls', TIMEOUT, async () => {
  await using it = await stage(1)
  const text = 'x'.repeat(300_000)
  await backend(it.db)

  const answers = [20, 5, 0, 10].map((ms) => {
    it.proxy.delay_ms = ms
    return it.db.run<{ text: string }>('select $1::text as text', [`${ms}${text}`])
  })

  const got = (await Promise.all(answers)).map((rows) => rows[0]?.text)
  assert.deepEqual(
    got.map((each) => each?.length),
    [300_002, 300_001, 300_001, 300_002],
  )
})

test(
  'a read-only server has certainly not executed a write, and the next one goes to another connection',
  TIMEOUT,
  async () => {
    await using it = await stage(1)
    await it.db.run('create table demoted (n int)', [])
    const pid = await backend(it.db)
    // As on a connection to a primary that has become a standby.
    await it.db.run('set default_transaction_read_only = on', [])

    const outcomes = await settle([
      it.db.run('insert into demoted values (1)', []),
      it.db.run('select 7 as n', []),
      it.db.run('insert into demoted values (2)', []),
    ])
    await it.db.run('insert into demoted values (3)', [])

    const refused = reasons(outcomes)
    assert.equal(refused.length, 2)
    for (const reason of refused) assert.ok(reason instanceof StatementNotSent, String(reason))
    assert.deepEqual(await it.db.run('select n from demoted', []), [{ n: 3 }])
    assert.notEqual(await backend(it.db), pid)
  },
)
