// A database of its own for every test file, cloned in milliseconds from a migrated template.
import { createDatabase, databaseUrl, dropDatabase, withServer } from '#kernel/databases.ts'
import { newId } from '#kernel/ids.ts'
import { migrate } from '#kernel/migrate.ts'
import { atFileEnd } from './file_end.ts'

/** The server that `npm test` and `scripts/run` provide. */
export function testServer(): string {
  const url = process.env['DATABASE_URL']
  if (!url)
    throw new Error('Tests need a PostgreSQL: run `npm test`, or `scripts/run node --test FILE`.')
  return url
}

const TEMPLATE_LOCK = 7_460_114

/** Made once per run; the first process makes it, the others wait. */
async function template(): Promise<string> {
  const name = process.env['FLORIN_TEST_TEMPLATE'] ?? 'florin_test_template'
  await withServer(testServer(), async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount === 0) await client.query(`create database "${name}"`)
    await migrate(databaseUrl(testServer(), name))
  })
  return name
}

let own: Promise<string> | undefined

/** This file's database; it is dropped when the file has run. */
export async function testDatabase(): Promise<string> {
  own ??= (async () => {
    const name = newId('req').replace('req', 'florin_test')
    atFileEnd(async () => {
      own = undefined
      await dropDatabase(testServer(), name)
    })
    return createDatabase(testServer(), name, await template())
  })()
  return await own
}
