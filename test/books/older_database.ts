// A database as a release before a migration left it, with another database's rows as far as its columns hold them.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Client } from 'pg'
import { createDatabase, dropDatabase, withServer } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { migrate } from '#kernel/migrate.ts'
import { testDatabase } from '#testing/database.ts'
import { testServer } from '#testing/template.ts'

const migrations = fileURLToPath(new URL('../../server/migrations/', import.meta.url))

export interface OlderDatabase extends AsyncDisposable {
  readonly url: string
}

/** Without this migration and those after it; `migrate` runs them. */
export async function databaseBefore(migration: string): Promise<OlderDatabase> {
  const name = newId('req').replace('req', 'florin_test')
  const url = await createDatabase(testServer(), name)
  const folder = await mkdtemp(join(tmpdir(), 'florin-migrations-'))
  const isEarlier = (file: string) => file < migration
  for (const file of (await readdir(migrations)).filter(isEarlier)) {
    await cp(join(migrations, file), join(folder, file))
  }
  await migrate(url, undefined, { folder: pathToFileURL(`${folder}/`) })
  await rm(folder, { recursive: true })
  await copyRows(await testDatabase(), url)
  return { url, [Symbol.asyncDispose]: () => dropDatabase(testServer(), name) }
}

async function copyRows(from: string, to: string): Promise<void> {
  await withServer(from, (source) =>
    withServer(to, async (target) => {
      // No trigger notes again what was noted when the rows were written.
      await target.query('set session_replication_role = replica')
      for (const { name, columns } of await tablesOf(target)) {
        const { rows } = await source.query(`select to_jsonb(t) as row from ${name} t`)
        const values = JSON.stringify(rows.map(({ row }) => row as object))
        const text = `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $1)`
        await target.query(text, [values])
      }
    }),
  )
}

async function tablesOf(client: Client) {
  const found = await client.query<{ name: string; columns: string }>(`
    select format('%I.%I', table_schema, table_name) as name,
      string_agg(format('%I', column_name), ', ') as columns
    from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
    where table_schema in ('public', 'directory') and table_name <> 'migrations' and is_generated = 'NEVER'
    group by 1`)
  return found.rows
}
