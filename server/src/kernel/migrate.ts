// Migrations are SQL files, forward only, ordered by name. Each runs in a transaction that also records it, under a
// lock that one process holds at a time.
//
// While a migration waits for a table lock, every later statement on that table waits too. So it waits briefly and
// retries.
//
// A transaction that locks several tables in turn can end in a deadlock with a commit, and it keeps each lock to its
// end. So a file that begins with `-- one by one` runs each statement in its own transaction, indexes concurrently, and
// runs all of them again if one fails.
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { sleep, systemClock } from './clock.ts'
import { withServer } from './databases.ts'
import type { Database } from './db.ts'
import { maintainPartitions, partitioned } from './partitions.ts'
import { sql } from './sql.ts'

const folder = new URL('../../migrations/', import.meta.url)
const LOCK = 7_460_113
const LOCK_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 600_000
const TRIES = 10
const LOCK_NOT_AVAILABLE = '55P03'
const RECORD = 'insert into migrations (name) values ($1)'
const ONE_BY_ONE = '-- one by one\n'

/** The message is sufficient: the cause is a PostgreSQL error in a migration statement. */
export class MigrationFailed extends Error {}

export interface MigrateOptions {
  readonly folder?: URL
  readonly lock_timeout_ms?: number
  readonly tries?: number
}

export async function migrate(
  url: string,
  report: (line: string) => void = () => {},
  options: MigrateOptions = {},
): Promise<string[]> {
  const { lock_timeout_ms = LOCK_TIMEOUT_MS, tries = TRIES } = options
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    // Concurrent migrations wait for each other without a timeout; nothing else waits for this lock.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`set lock_timeout = ${lock_timeout_ms}`)
    await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const ran = await client.query<{ name: string }>('select name from migrations')
    const from = options.folder ?? folder
    const names = ran.rows.map((row) => row.name)
    const { missing: due, unknown } = await differenceTo(names, from)
    for (const name of due) {
      const text = await readFile(new URL(name, from), 'utf8')
      report(`migrating ${name}`)
      for (let tried = 1; !(await apply(client, name, text, tried === tries)); tried++) {
        report(`${name}: a table is locked by a long statement or transaction; retrying`)
        await sleep(lock_timeout_ms)
      }
    }
    if (options.folder === undefined) await createPartitions(client)
    report(summarize(due, unknown))
    return due
  } finally {
    await client.end()
  }
}

/** So that the first rows have a partition before any worker has run. */
function createPartitions(client: pg.Client): Promise<void> {
  const run = (text: string, values: readonly unknown[]) => client.query(text, [...values])
  return maintainPartitions(run, partitioned, systemClock.now())
}

const roles = new URL('../../roles.sql', import.meta.url)

/** Gives the api and worker roles exactly the rights in `roles.sql`, in one transaction. */
export async function grantRoles(url: string): Promise<void> {
  const text = await readFile(roles, 'utf8')
  await withServer(url, (client) => client.query(`begin; ${text}; commit`))
}

/** The migrations that this database has. */
export async function findMigrations(db: Database): Promise<string[]> {
  return (await db.rows<{ name: string }>(sql`select name from migrations`)).map(({ name }) => name)
}

/** True if every migration in this release has run. */
export async function isMigrated(names: Iterable<string>): Promise<boolean> {
  return (await differenceTo(names)).missing.length === 0
}

export interface MigrationState {
  /** Migrations in this release that have not run. */
  readonly missing: string[]
  /** Migrations that only a newer release has. */
  readonly unknown: string[]
}

export async function migrationState(db: Database): Promise<MigrationState> {
  return differenceTo(await findMigrations(db))
}

function summarize(ran: readonly string[], unknown: readonly string[]): string {
  if (ran.length > 0) return `Done: ${ran.length} migration(s).`
  if (unknown.length === 0) return 'The database is up to date.'
  return `The database is newer than this version: it also has ${unknown.join(', ')}. Only the version directly before is compatible.`
}

async function differenceTo(names: Iterable<string>, from = folder): Promise<MigrationState> {
  const ran = new Set(names)
  const own = await migrations(from)
  return {
    missing: own.filter((name) => !ran.has(name)),
    unknown: [...ran].filter((name) => !own.includes(name)),
  }
}

async function migrations(from: URL): Promise<string[]> {
  return (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** False if a table could not be locked in time; then nothing was applied. */
async function apply(
  client: pg.Client,
  name: string,
  text: string,
  is_last: boolean,
): Promise<boolean> {
  const isOneByOne = text.startsWith(ONE_BY_ONE)
  try {
    await (isOneByOne ? runOneByOne : runWhole)(client, name, text)
    return true
  } catch (error) {
    const is_locked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE
    if (is_locked && !is_last) return false
    const advice = is_locked
      ? ' End the long transaction that pg_stat_activity shows, or wait for it, and migrate again.'
      : ''
    const applied = isOneByOne ? 'It can be run again.' : 'No part was applied.'
    throw new MigrationFailed(
      `The migration ${name} failed: ${(error as Error).message}. ${applied}${advice}`,
      { cause: error },
    )
  }
}

async function runWhole(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query(RECORD, [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** A concurrent index build may take hours, and holds no lock that a writer waits for. */
async function runOneByOne(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query('set statement_timeout = 0')
  try {
    for (const statement of statementsIn(text)) await client.query(statement)
    await client.query(RECORD, [name])
  } finally {
    await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
  }
}

function statementsIn(text: string): string[] {
  const parts = text.replaceAll(/^\s*--.*$/gm, '').split(';')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
