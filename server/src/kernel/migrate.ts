// Plain SQL, forward only. Files run in the order of their names, each in a transaction of its own
// together with the note that it ran, under a lock that lets one process at a time do it.
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)
const LOCK = 7_460_113

export async function migrate(
  url: string,
  report: (line: string) => void = () => {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    )
    const ran = await client.query<{ name: string }>('select name from migrations')
    const known = new Set(ran.rows.map((row) => row.name))
    const due = (await migrations()).filter((name) => !known.has(name))
    for (const name of due) {
      report(`migrating ${name}`)
      await apply(client, name)
    }
    return due
  } finally {
    await client.end()
  }
}

/** True when this program's migrations have all run. */
export async function isMigrated(names: Iterable<string>): Promise<boolean> {
  const known = new Set(names)
  return (await migrations()).every((name) => known.has(name))
}

async function migrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
