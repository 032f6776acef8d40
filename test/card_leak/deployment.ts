// The servers that a marked card is paid on, all private, so that everything they write can be searched: a
// PostgreSQL, the bank, a collector for traces, the api and the worker, as separate processes.
import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import { type PostgresServer, startPostgres } from '#roles/sandbox/postgres.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { type Deployment, startDeployment } from '#testing/deployment.ts'
import { type Collector, startCollector } from '../support/collector.ts'
import { findCode, searchFolder } from './search.ts'

// So that nothing is hidden from the search: no compression, and every statement in the log with its values. Process
// ids and the server's own figures are left out, because one may equal the code.
const settings = {
  full_page_writes: 'on',
  wal_compression: 'off',
  log_statement: 'all',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

/** A long value would otherwise be stored compressed, and a byte search would miss it. */
const UNCOMPRESSED = `do $$ declare place record; begin
  for place in select table_schema, table_name, column_name from information_schema.columns
    join information_schema.tables using (table_catalog, table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    and data_type in ('text', 'jsonb', 'bytea')
  loop
    execute format('alter table %I.%I alter column %I set storage external',
      place.table_schema, place.table_name, place.column_name);
  end loop;
end $$`

export interface LeakDeployment {
  readonly deployment: Deployment
  readonly postgres: PostgresServer
  readonly folders: { readonly postgres: string; readonly logs: string }
  /** Every span goes to it. */
  readonly collector: Collector
  /** The security codes: neither stood anywhere in the database before. */
  readonly code: string
  readonly control_code: string
}

export async function startLeakDeployment(
  cleanup: AsyncDisposableStack,
  env: Readonly<Record<string, string>> = {},
): Promise<LeakDeployment> {
  const folders = { postgres: await makeFolder(cleanup), logs: await makeFolder(cleanup) }
  const found = await findPostgres()
  assert.ok(found, 'PostgreSQL is needed: run scripts/setup')
  const postgres = await startPostgres({ bin: found.bin, folder: folders.postgres, settings })
  cleanup.defer(() => postgres.stop())
  const log = await open(join(folders.logs, 'processes.log'), 'a')
  cleanup.defer(() => log.close())
  const collector = cleanup.use(await startCollector())
  const deployment = cleanup.use(
    await startDeployment({
      apis: 0,
      workers: 0,
      server_url: postgres.url,
      env: { FLORIN_LOG_LEVEL: 'trace', ...collector.env, ...env },
      log_fd: log.fd,
    }),
  )
  await migrateEngine(deployment.database_url)
  await deployment.sql(UNCOMPRESSED)
  const [code = '', control_code = ''] = await unusedCodes(folders.postgres)
  await deployment.startApi()
  await deployment.startWorker()
  return { deployment, postgres, folders, collector, code, control_code }
}

async function makeFolder(cleanup: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-card-leak-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Any four digits may occur by chance: these are not yet anywhere in a fresh database's files. */
async function unusedCodes(folder: string): Promise<string[]> {
  const codes = ['8375', '7492', '6183', '9264', '5937', '7518', '6849', '9372']
  const used = await searchFolder(folder, (bytes) =>
    codes.filter((code) => findCode(bytes, code).length > 0),
  )
  return codes.filter((code) => !used.some((path) => path.endsWith(code)))
}
