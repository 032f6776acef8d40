import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '#testing/database.ts'
import { eventually } from '#testing/eventually.ts'
import { add, demand, insert, remove, table, update } from './change.ts'
import { Committer, Conflict, retryOnConflict } from './commit.ts'
import { Database } from './db.ts'
import { createLog } from './log.ts'

interface Account {
  merchant_id: string
  account_id: string
  balance: number
  note: string | null
  bytes: Buffer
  tags: string[]
  seen: Date
  version: number
}

interface Entry {
  merchant_id: string
  entry_id: string
  account_id: string
}

interface Budget {
  merchant_id: string
  budget_id: string
  used: number
  total: number
  version: number
}

const budgets = table<Budget>('budgets', 'merchant_id', 'budget_id')
const accounts = table<Account>('accounts', 'merchant_id', 'account_id')
const entries = table<Entry>('entries', 'merchant_id', 'entry_id')

let db: Database
let committer: Committer

before(async () => {
  db = new Database({ url: await testDatabase(), connections: 8, log: createLog('silent') })
  await db.run(
    `create table accounts (merchant_id text, account_id text, balance bigint not null check (balance < 1000000),
      note text, bytes bytea, tags jsonb, seen timestamptz, version int not null, primary key (merchant_id, account_id))`,
    [],
  )
  await db.run(
    'create table entries (merchant_id text, entry_id text primary key, account_id text)',
    [],
  )
  await db.run(
    `create table budgets (merchant_id text, budget_id text, used bigint not null, total bigint not null,
      version int not null, primary key (merchant_id, budget_id))`,
    [],
  )
})
after(() => db.close())

beforeEach(async () => {
  committer = new Committer(db)
  await db.run('truncate accounts, entries, budgets', [])
})

const moment = new Date('2026-02-03T04:05:06.789Z')

function account(account_id: string, balance = 0): Account {
  const rest = {
    note: 'a "quoted" \\ note €',
    bytes: Buffer.from([0, 255, 7]),
    tags: ['x'],
    seen: moment,
  }
  return { merchant_id: 'm', account_id, balance, ...rest, version: 1 }
}

function entry(entry_id: string, account_id: string): Entry {
  return { merchant_id: 'm', entry_id, account_id }
}

const read = async (id: string) =>
  (await db.run<Account>('select * from accounts where account_id = $1', [id]))[0]
const countEntries = async () =>
  (await db.run<{ n: number }>('select count(*) as n from entries', []))[0]?.n

test('committed values of every type read back unchanged', async () => {
  const row = account('a', Number.MAX_SAFE_INTEGER % 1_000_000)

  await committer.commit(insert(accounts, row))

  assert.deepEqual({ ...(await read('a')) }, row)
})

test('null is written as null, alone and in a batch with a row that has a value', async () => {
  const rows = [account('a'), { ...account('b'), note: null }, account('c')]
  await Promise.all(rows.map((row) => committer.commit(insert(accounts, row))))
  assert.equal((await read('b'))?.note, null)

  await Promise.all(
    rows.map((row, n) => committer.commit(update(accounts, row, { note: n === 1 ? 'new' : null }))),
  )

  const notes = await Promise.all(['a', 'b', 'c'].map(async (id) => (await read(id))?.note))
  assert.deepEqual(notes, [null, 'new', null])
})

test('of two writers racing on one row exactly one wins and nothing of the loser is written', async () => {
  await committer.commit(insert(accounts, account('a')))
  const current = (await read('a')) as Account
  const other = new Committer(db)
  const write = (by: Committer, balance: number, id: string) =>
    by.commit(update(accounts, current, { balance }), insert(entries, entry(id, 'a')))

  const outcomes = await Promise.allSettled([
    write(committer, 1, 'first'),
    write(other, 2, 'second'),
  ])

  const won = outcomes.findIndex((outcome) => outcome.status === 'fulfilled')
  const lost = outcomes[1 - won]
  assert.ok(lost?.status === 'rejected' && lost.reason instanceof Conflict)
  const now = await read('a')
  assert.equal(now?.balance, won + 1)
  assert.equal(now?.version, 2)
  assert.deepEqual(
    (await db.run<Entry>('select entry_id from entries', [])).map((row) => row.entry_id),
    [won === 0 ? 'first' : 'second'],
  )
})

test('50 writers that retry on conflict lose no update', async () => {
  await committer.commit(insert(accounts, account('a')))
  const addOne = () =>
    retryOnConflict(async () => {
      const current = (await read('a')) as Account
      await committer.commit(update(accounts, current, { balance: current.balance + 1 }))
    })

  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, addOne))

  const done = outcomes.filter((outcome) => outcome.status === 'fulfilled').length
  assert.equal((await read('a'))?.balance, done)
  assert.ok(done > 0)
})

test('a part that is refused undoes the whole change, its head included', async () => {
  await committer.commit(insert(entries, entry('taken', 'x')))

  const attempt = committer.commit(
    insert(accounts, account('a')),
    insert(entries, entry('taken', 'a')),
  )

  await assert.rejects(attempt, Conflict)
  assert.equal(await read('a'), undefined)
})

test('a refused commit does not affect the rest of its batch', async () => {
  await committer.commit(insert(entries, entry('taken', 'x')))
  const ids = Array.from({ length: 40 }, (_, n) => `a${n}`)

  const outcomes = await Promise.allSettled(
    ids.map((id, n) =>
      committer.commit(
        insert(accounts, account(id)),
        insert(entries, entry(n === 20 ? 'taken' : id, id)),
      ),
    ),
  )

  assert.deepEqual(
    outcomes.flatMap((outcome, n) => (outcome.status === 'rejected' ? n : [])),
    [20],
  )
  assert.equal(await countEntries(), 40)
})

test('a change the database cannot take fails alone, with its own reason', async () => {
  const balances = [1, 2, 5_000_000, 4]

  const outcomes = await Promise.allSettled(
    balances.map((balance, n) => committer.commit(insert(accounts, account(`a${n}`, balance)))),
  )

  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  const failed = outcomes[2]
  assert.ok(failed?.status === 'rejected' && !(failed.reason instanceof Conflict))
})

test('waiting commits of one shape are batched into far fewer statements', async () => {
  const many = Array.from({ length: 500 }, (_, n) => insert(accounts, account(`a${n}`)))

  await Promise.all(many.map((each) => committer.commit(each)))

  assert.equal(committer.stats.commits, 500)
  assert.ok(committer.stats.statements < 50, `${committer.stats.statements} statements`)
})

test('two changes of one object never share a statement: the second sees the first', async () => {
  const same = [1, 2, 3].map((balance) => insert(accounts, account('a', balance)))

  const outcomes = await Promise.allSettled(same.map((each) => committer.commit(each)))

  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
})

test('a row is removed only while it has the version that was decided upon', async () => {
  await committer.commit(insert(accounts, account('a')))
  const stale = (await read('a')) as Account
  await committer.commit(update(accounts, stale, { note: null }))

  await assert.rejects(committer.commit(remove(accounts, stale)), Conflict)
  await committer.commit(remove(accounts, (await read('a')) as Account))

  assert.equal(await read('a'), undefined)
})

test('two changes that lock the same rows in opposite order end as one winner and one conflict', async () => {
  await committer.commit(insert(accounts, account('a')))
  await committer.commit(insert(accounts, account('b')))
  const a = (await read('a')) as Account
  const b = (await read('b')) as Account
  const other = new Committer(db)

  const outcomes = await Promise.allSettled([
    committer.commit(update(accounts, a, { balance: 1 }), update(accounts, b, { balance: 1 })),
    other.commit(update(accounts, b, { balance: 2 }), update(accounts, a, { balance: 2 })),
  ])

  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
  assert.equal((await read('a'))?.balance, (await read('b'))?.balance)
})

test('a commit that PostgreSQL ends because of a deadlock with a migration is written by a retry', async () => {
  const migration = new pg.Client({ connectionString: await testDatabase() })
  await migration.connect()
  // Of the two, PostgreSQL ends the one that waits when it looks: sometimes the migration, which then begins again.
  const deadlock = async (n: number): Promise<boolean> => {
    await migration.query('begin')
    await migration.query('lock table entries in access exclusive mode')
    const committed = committer.commit(
      insert(accounts, account(`a${n}`)),
      insert(entries, entry(`e${n}`, `a${n}`)),
    )
    await eventually('the commit waits for the lock', async () => (await waits()).length > 0)
    const is_commit_ended = await migration
      .query('lock table accounts in access exclusive mode')
      .then(
        () => true,
        (error: { code?: string }) => assert.equal(error.code, '40P01') ?? false,
      )
    await migration.query('commit')

    await committed
    assert.equal((await read(`a${n}`))?.balance, 0)
    assert.equal(await countEntries(), n)
    return is_commit_ended
  }
  const waits = async () =>
    db.run(
      `select 1 from pg_locks where relation = 'entries'::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      [],
    )
  try {
    let n = 1
    while (!(await deadlock(n))) assert.ok(n++ < 20, 'the commit was never the one that was ended')
  } finally {
    await migration.end()
  }
})

async function budget(total: number): Promise<Budget> {
  const row = { merchant_id: 'm', budget_id: 'b', used: 0, total, version: 1 }
  await committer.commit(insert(budgets, row))
  return row
}

const readBudget = async () => (await db.run<Budget>('select * from budgets', []))[0]

test('200 concurrent writers in two processes take the whole bound and no more', async () => {
  const row = await budget(1000)
  const other = new Committer(db)
  const take = (n: number) =>
    (n % 2 === 0 ? committer : other).commit(
      add(budgets, row, 'used', 10, 'total'),
      insert(entries, entry(`e${n}`, 'b')),
    )

  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => take(n)))

  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 100)
  assert.ok(refused.every(({ reason }) => reason instanceof Conflict))
  assert.equal(await countEntries(), 100)
  assert.deepEqual({ ...(await readBudget()) }, { ...row, used: 1000, version: 101 })
})

test('a share can be subtracted again, and never more than was added', async () => {
  const row = await budget(1000)
  const give = (amount: number) => add(budgets, row, 'used', amount, 'total')
  await committer.commit(give(300))

  await assert.rejects(committer.commit(give(-301)), Conflict)
  await committer.commit(give(-300))

  assert.equal((await readBudget())?.used, 0)
})

test('additions to one row in a later part of batched commits all count', async () => {
  const row = await budget(1000)
  const part = (n: number) =>
    committer.commit(insert(entries, entry(`e${n}`, 'b')), add(budgets, row, 'used', 10, 'total'))

  const all = Array.from({ length: 110 }, (_, n) => part(n))
  const outcomes = await Promise.allSettled(all)

  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 100)
  assert.equal((await readBudget())?.used, 1000)
  assert.equal(await countEntries(), 100)
})

test('an update that was decided before a share was taken is refused, and loses no share', async () => {
  const row = await budget(1000)
  await committer.commit(add(budgets, row, 'used', 10, 'total'))

  await assert.rejects(committer.commit(update(budgets, row, { used: 0 })), Conflict)

  assert.equal((await readBudget())?.used, 10)
})

test('100 commits in two processes may demand one row at once, and its version stays', async () => {
  await committer.commit(insert(accounts, account('a')))
  const current = (await read('a')) as Account
  const other = new Committer(db)

  const writers = Array.from({ length: 100 }, (_, n) =>
    (n % 2 === 0 ? committer : other).commit(
      insert(entries, entry(`e${n}`, 'a')),
      demand(accounts, current, ['note']),
    ),
  )
  await Promise.all(writers)

  assert.equal((await db.run('select 1 from entries', [])).length, 100)
  assert.equal((await read('a'))?.version, 1)
})

test('a commit whose demanded row has changed in that column, or is gone, writes nothing', async () => {
  await committer.commit(insert(accounts, account('a')))
  const stale = (await read('a')) as Account
  const write = (id: string) =>
    committer.commit(insert(entries, entry(id, 'a')), demand(accounts, stale, ['note']))

  await committer.commit(update(accounts, stale, { balance: 7 }))
  await write('another column has changed')
  await committer.commit(update(accounts, { ...stale, version: 2 }, { note: null }))
  await assert.rejects(write('changed'), Conflict)
  await committer.commit(remove(accounts, { ...stale, version: 3 }))
  await assert.rejects(write('gone'), Conflict)

  assert.deepEqual(await db.run('select entry_id from entries', []), [
    { entry_id: 'another column has changed' },
  ])
})

test('a commit that demands a row which another transaction is changing waits for it, and is refused', async () => {
  await committer.commit(insert(accounts, account('a')))
  const stale = (await read('a')) as Account
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  await client.query('begin')
  await client.query('update accounts set note = null')

  const attempt = committer.commit(
    insert(entries, entry('late', 'a')),
    demand(accounts, stale, ['note']),
  )
  const refused = assert.rejects(attempt, Conflict)
  const waiting = `select 1 from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`
  while ((await db.run(waiting, [])).length === 0);
  await client.query('commit')
  await client.end()

  await refused
  assert.equal((await db.run('select 1 from entries', [])).length, 0)
})
