import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { testDatabase } from '#testing/database.ts'
import { sleep } from './clock.ts'
import { withServer } from './databases.ts'
import { migrate } from './migrate.ts'

const TIMEOUT = { timeout: 60_000 }

/** A migration on a table that a long transaction is reading. */
async function stage(name: string) {
  const url = await testDatabase()
  const path = await mkdtemp(join(tmpdir(), 'florin-migrations-'))
  await writeFile(join(path, `${name}.sql`), `alter table ${name} add column added int;`)
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query(`create table ${name} (n int)`)
  await reader.query('begin')
  await reader.query(`select n from ${name}`)
  const dispose = async () => {
    await reader.end()
    await rm(path, { recursive: true })
  }
  return { url, reader, folder: pathToFileURL(`${path}/`), [Symbol.asyncDispose]: dispose }
}

test(
  'a migration that waits for a table lets writers pass, and is applied when the table is free',
  TIMEOUT,
  async () => {
    await using it = await stage('busy')
    const { url, folder } = it
    const lines: string[] = []

    const migrated = migrate(url, (line) => lines.push(line), {
      folder,
      lock_timeout_ms: 200,
      tries: 1_000,
    })
    await withServer(url, async (client) => {
      const waits = () =>
        client.query(`select 1 from pg_locks join pg_stat_activity using (pid)
          where datname = current_database() and not granted`)
      while ((await waits()).rowCount === 0) await sleep(5)
      // While the reader is still active: without a timeout this would wait behind the migration.
      await client.query('insert into busy values (1)')
    })
    await it.reader.query('commit')

    assert.deepEqual(await migrated, ['busy.sql'])
    assert.ok(lines.some((line) => /busy.sql: .*retrying/.test(line)))
    const rows = await withServer(url, (client) => client.query('select n, added from busy'))
    assert.deepEqual(rows.rows, [{ n: 1, added: null }])
  },
)

test(
  'a migration that never gets its table fails, says what to do, and changes nothing',
  TIMEOUT,
  async () => {
    await using it = await stage('held')
    const { url, folder } = it

    const migrated = migrate(url, undefined, { folder, lock_timeout_ms: 50, tries: 2 })

    await assert.rejects(migrated, /held.sql failed: .*lock timeout.*pg_stat_activity/)
    await it.reader.query('commit')
    assert.deepEqual(await migrate(url, undefined, { folder }), ['held.sql'])
  },
)

test(
  'a file of single statements builds an index concurrently, and is run again as a whole after a failure',
  TIMEOUT,
  async () => {
    const url = await testDatabase()
    const path = await mkdtemp(join(tmpdir(), 'florin-migrations-'))
    const file = join(path, 'single.sql')
    const folder = pathToFileURL(`${path}/`)
    const index = `
      -- A comment; with a semicolon.
      drop index concurrently if exists single_n;
      create index concurrently single_n on single (n);`
    await writeFile(
      file,
      `-- one by one\ncreate table if not exists single (n int);${index}\nselect 1 / 0;`,
    )

    await assert.rejects(
      migrate(url, undefined, { folder }),
      /single.sql failed: division by zero. It can be run again/,
    )
    const recorded = await withServer(url, (client) =>
      client.query(`select 1 from migrations where name = 'single.sql'`),
    )
    await writeFile(file, `-- one by one\ncreate table if not exists single (n int);${index}`)
    const migrated = await migrate(url, undefined, { folder })
    await rm(path, { recursive: true })

    assert.equal(recorded.rowCount, 0)
    assert.deepEqual(migrated, ['single.sql'])
    const valid = await withServer(url, (client) =>
      client.query(`select indisvalid from pg_index where indexrelid = 'single_n'::regclass`),
    )
    assert.deepEqual(valid.rows, [{ indisvalid: true }])
  },
)
