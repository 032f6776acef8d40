// The new migrations on large tables: for each table that they touch, a writer measures its longest wait.
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sleep } from '#kernel/clock.ts'
import { createDatabase, dropDatabase, withServer } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { migrate } from '#kernel/migrate.ts'
import { fillTable } from './rows.ts'

const folder = fileURLToPath(new URL('../../server/migrations/', import.meta.url))
const PAUSE_MS = 5
/** The promise. A writer that waits longer fails. */
const LOCK_TIMEOUT_MS = 1_000

export interface Waited {
  readonly table: string
  readonly writes: number
  readonly longest_ms: number
  /** Writes that a lock timeout has ended. */
  readonly failed: number
}

export interface Locks {
  readonly waited: readonly Waited[]
  readonly migrate_ms: number
}

/** The unreleased migrations, from this one on, oldest first. */
export async function migrationsFrom(first: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name >= first && name.endsWith('.sql')).toSorted()
}

export function migrationPath(name: string): string {
  return join(folder, name)
}

export async function measureLocks(server: string, first: string, rows: number): Promise<Locks> {
  const name = newId('req').replace('req', 'florin_locks')
  const url = await createDatabase(server, name)
  try {
    await migrateBefore(url, first)
    const tables = await touchedTables(url, first)
    await withServer(url, async (client) => {
      for (const table of tables) await fillTable(client, table, rows)
    })
    return await migrateUnderWrites(url, tables)
  } finally {
    await dropDatabase(server, name)
  }
}

async function migrateBefore(url: string, first: string): Promise<void> {
  const earlier = await mkdtemp(join(tmpdir(), 'florin-migrations-'))
  for (const file of (await readdir(folder)).filter((each) => each < first)) {
    await cp(join(folder, file), join(earlier, file))
  }
  await migrate(url, undefined, { folder: pathToFileURL(`${earlier}/`) })
  await rm(earlier, { recursive: true })
}

const TOUCHED = /^(?:alter table|create (?:unique )?index (?:concurrently )?\w+ on) ([\w.]+)/gm

/** Tables that are there already; what the migrations create is empty. */
async function touchedTables(url: string, first: string): Promise<string[]> {
  const named = new Set<string>()
  for (const migration of await migrationsFrom(first)) {
    const text = await readFile(join(folder, migration), 'utf8')
    for (const [, table = ''] of text.matchAll(TOUCHED)) named.add(table)
  }
  return withServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
      [[...named]],
    )
    return rows.map(({ name }) => name)
  })
}

async function migrateUnderWrites(url: string, tables: readonly string[]): Promise<Locks> {
  const over = new AbortController()
  const writers = tables.map((table) => write(url, table, over.signal))
  await sleep(1_000)
  const start = performance.now()
  await migrate(url)
  const migrate_ms = performance.now() - start
  await sleep(500)
  over.abort()
  return { waited: await Promise.all(writers), migrate_ms }
}

/** Updates one row again and again. */
function write(url: string, table: string, over: AbortSignal): Promise<Waited> {
  return withServer(url, async (client) => {
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    const { rows } = await client.query<{ key: string }>(
      `select string_agg(format('%I', attname), ', ') as key from pg_index
         join pg_attribute on attrelid = indrelid and attnum = any(indkey)
         where indrelid = $1::regclass and indisprimary`,
      [table],
    )
    const key = rows[0]?.key ?? ''
    const [column = ''] = key.split(', ')
    const first = `select ${key} from ${table} limit 1`
    const text = `update ${table} set ${column} = ${column} where (${key}) in (${first})`
    let waited: Waited = { table, writes: 0, longest_ms: 0, failed: 0 }
    while (!over.aborted) {
      const start = performance.now()
      const failed = await client.query(text).then(
        () => 0,
        () => 1,
      )
      const ms = performance.now() - start
      waited = {
        table,
        writes: waited.writes + 1,
        longest_ms: Math.max(waited.longest_ms, ms),
        failed: waited.failed + failed,
      }
      await sleep(PAUSE_MS)
    }
    return waited
  })
}

if (import.meta.main) {
  const [, , rows = '1000000'] = process.argv
  const locks = await measureLocks(process.env['DATABASE_URL'] ?? '', '0043', Number(rows))
  process.stdout.write(`${JSON.stringify(locks, null, 1)}\n`)
}
