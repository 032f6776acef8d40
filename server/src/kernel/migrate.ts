// Plain SQL, forward only. Files run in the order of their names, each in a transaction of its own
// together with the note that it ran, under a lock that lets one process at a time do it.
//
// A migration that waits for a table makes every later statement on that table wait behind it. So it
// waits briefly, lets the others pass, and tries again.
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { sleep } from './clock.ts'

const folder = new URL('../../migrations/', import.meta.url)
const LOCK = 7_460_113
const LOCK_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 600_000
const TRIES = 10
// What PostgreSQL says when a lock was not to be had in time.
const LOCK_NOT_AVAILABLE = '55P03'

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
    // Several that migrate at once wait for each other, for as long as it takes: nobody else waits for them.
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`set lock_timeout = ${lock_timeout_ms}`)
    await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const ran = await client.query<{ name: string }>('select name from migrations')
    const known = new Set(ran.rows.map((row) => row.name))
    const from = options.folder ?? folder
    const due = (await migrations(from)).filter((name) => !known.has(name))
    for (const name of due) {
      const text = await readFile(new URL(name, from), 'utf8')
      report(`migrating ${name}`)
      for (let tried = 1; !(await apply(client, name, text, tried === tries)); tried++) {
        report(`${name}: a table is in use by a long statement or transaction; trying again`)
        await sleep(lock_timeout_ms)
      }
    }
    return due
  } finally {
    await client.end()
  }
}

/** True when this program's migrations have all run. */
export async function isMigrated(names: Iterable<string>): Promise<boolean> {
  const known = new Set(names)
  return (await migrations(folder)).every((name) => known.has(name))
}

async function migrations(from: URL): Promise<string[]> {
  return (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** False when it could not lock a table in time; nothing of it has happened then. */
async function apply(
  client: pg.Client,
  name: string,
  text: string,
  is_last: boolean,
): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    const is_locked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE
    if (is_locked && !is_last) return false
    const advice = is_locked
      ? '. Nothing of it was applied. End the long transaction that pg_stat_activity shows, or wait for it, and migrate again.'
      : ''
    throw new Error(`migration ${name} failed: ${(error as Error).message}${advice}`, {
      cause: error,
    })
  }
}
