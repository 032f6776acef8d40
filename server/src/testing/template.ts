// The migrated database that tests clone. It uses no test hooks, so that deployments can use it as well.
import { databaseUrl, withServer } from '#kernel/databases.ts'
import { migrate } from '#kernel/migrate.ts'

/** The server that `npm test` and `scripts/run` provide. */
export function testServer(): string {
  const url = process.env['DATABASE_URL']
  if (!url)
    throw new Error('Tests need a PostgreSQL: run `npm test`, or `scripts/run node --test FILE`.')
  return url
}

const TEMPLATE_LOCK = 7_460_114

/** Made once per run: the first process makes it, the others wait. */
export async function template(): Promise<string> {
  const of_run = process.env['FLORIN_TEST_TEMPLATE']
  const name = of_run ?? 'florin_test_template'
  await withServer(testServer(), async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    // PostgreSQL clones only a database without connections, so each run migrates one template.
    if (known.rowCount !== 0 && of_run !== undefined) return
    if (known.rowCount === 0) await client.query(`create database "${name}"`)
    await migrate(databaseUrl(testServer(), name))
  })
  return name
}
