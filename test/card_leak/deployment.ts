// The servers that a marked card is paid on, all private, so that everything they write can be searched:
// a PostgreSQL, the bank, the api and the worker, as processes of their own.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSecret } from '#kernel/crypto.ts'
import { createDatabase, withServer } from '#kernel/databases.ts'
import { migrate } from '#kernel/migrate.ts'
import { findPostgres } from '#roles/sandbox/find_postgres.ts'
import { type PostgresServer, startPostgres } from '#roles/sandbox/postgres.ts'
import { Client } from '#testing/client.ts'
import { migrateEngine } from '#roles/worker/engine.ts'
import { findCode, searchFolder } from './search.ts'

const ADMIN_KEY = 'admin-key-of-the-marker-0123456789abc'

// So that nothing is hidden from the search: no compression, and every statement in the log with its
// values. Process ids and figures of the server itself are left out, for one may equal the code.
const settings = {
  full_page_writes: 'on',
  wal_compression: 'off',
  log_statement: 'all',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

/** A long value would otherwise be stored compressed, and a search of bytes would pass it by. */
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

export interface Running {
  url: string
  stop(): Promise<void>
}

export interface Stage {
  folders: { postgres: string; bank: string; logs: string }
  postgres: PostgresServer
  database_url: string
  env: Record<string, string>
  /** The bank, the api and the worker. */
  stop(): Promise<unknown>
  bank: Running
  shop: Client
  /** The security codes: neither stood anywhere in the database before. */
  code: string
  control_code: string
}

export type Undo = () => Promise<void>

/** What is made is undone by `undo`, last first, also when the rest could not be made. */
export async function setStage(undo: Undo[]): Promise<Stage> {
  const folders = {
    postgres: await makeFolder(undo),
    bank: await makeFolder(undo),
    logs: await makeFolder(undo),
  }
  const found = await findPostgres()
  assert.ok(found, 'PostgreSQL is needed: run scripts/setup')
  const postgres = await startPostgres({ bin: found.bin, folder: folders.postgres, settings })
  undo.push(() => postgres.stop())
  const database_url = await createDatabase(postgres.url, 'florin_marker')
  await migrate(database_url)
  await migrateEngine(database_url)
  await withServer(database_url, (client) => client.query(UNCOMPRESSED))
  const [code = '', control_code = ''] = await unusedCodes(folders.postgres)
  const secrets = { BANK_KEY: makeSecret(), BANK_CALLBACK_SECRET: makeSecret() }
  const bankEnv = { ...secrets, BANK_PORT: '0', BANK_FOLDER: folders.bank }
  const bank = await start('bank', folders.logs, bankEnv)
  undo.push(() => bank.stop())
  const env = apiEnv(database_url, bank, secrets)
  const api = await start('api', folders.logs, env)
  undo.push(() => api.stop())
  const worker = await start('worker', folders.logs, env)
  undo.push(() => worker.stop())
  const admin = new Client(api.url, ADMIN_KEY)
  const { body } = await admin.post('/accounts', { merchant_name: 'Marker' })
  const shop = new Client(api.url, body.api_key as string)
  const stop = () => Promise.all([api, worker, bank].map((running) => running.stop()))
  return { folders, postgres, database_url, env, stop, bank, shop, code, control_code }
}

async function makeFolder(undo: Undo[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-marker-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function apiEnv(
  database_url: string,
  bank: Running,
  secrets: { BANK_KEY: string; BANK_CALLBACK_SECRET: string },
): Record<string, string> {
  return {
    DATABASE_URL: database_url,
    FLORIN_SECRET: makeSecret(),
    FLORIN_ADMIN_KEY: ADMIN_KEY,
    FLORIN_PORT: '0',
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    FLORIN_DRAIN_MS: '0',
    FLORIN_LOG_LEVEL: 'trace',
    FLORIN_BANK_URL: bank.url,
    FLORIN_BANK_KEY: secrets.BANK_KEY,
    FLORIN_BANK_CALLBACK_SECRET: secrets.BANK_CALLBACK_SECRET,
  }
}

/** Four digits may be anybody's: these are not yet anywhere in the files of a fresh database. */
async function unusedCodes(folder: string): Promise<string[]> {
  const codes = ['8375', '7492', '6183', '9264', '5937', '7518', '6849', '9372']
  const used = await searchFolder(folder, (bytes) =>
    codes.filter((code) => findCode(bytes, code).length > 0),
  )
  return codes.filter((code) => !used.some((path) => path.endsWith(code)))
}

const florin = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const bankMain = fileURLToPath(new URL('../../bank/src/main.ts', import.meta.url))

/** A process of its own; all that it prints is kept in a file. */
async function start(
  name: 'api' | 'worker' | 'bank',
  folder: string,
  env: Record<string, string>,
): Promise<Running> {
  const log = await open(join(folder, `${name}.log`), 'a')
  const [program, args] = name === 'bank' ? [bankMain, []] : [florin, [name]]
  const child = fork(program, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  })
  await log.close()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error(`the ${name} process ended too soon`)))
    // A worker tells no port, for it has none.
    child.once('message', (told) => {
      resolve({ url: `http://127.0.0.1:${(told as { port?: number }).port}`, stop })
    })
  })
}
