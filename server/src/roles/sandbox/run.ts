// A complete sandbox in one command: a PostgreSQL (at DATABASE_URL, installed, or from npm), a fresh database with one
// merchant, and the API as a separate process. Everything it created is removed when it stops.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServices } from '#app.ts'
import { readConfig } from '#config.ts'
import { UsageError } from '#errors.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { newId, randomIds } from '#kernel/ids.ts'
import { createDatabase, dropDatabase } from '#kernel/databases.ts'
import { createLog } from '#kernel/log.ts'
import { migrate } from '#kernel/migrate.ts'
import { createMerchant } from '#resources/merchants/create.ts'
import { startBank } from './bank.ts'
import { findPostgres } from './find_postgres.ts'
import { createFirstUser } from './first_user.ts'
import { startPostgres } from './postgres.ts'
import { startRole } from './role.ts'
import { type SandboxFacts, welcome } from './welcome.ts'

export interface SandboxOptions {
  json?: boolean
  port?: string
}

const USUAL_PORT = 8080

/** Cleanup steps, run in reverse order. */
type Undo = () => Promise<void>

export async function runSandbox(options: SandboxOptions): Promise<void> {
  const say = (line: string) => options.json || process.stderr.write(`${line}\n`)
  const stop = stopSignal()
  const undo: Undo[] = []
  try {
    const port = await choosePort(options)
    const { facts, ended: failed } = await start(port, say, undo, stop)
    process.stdout.write(options.json ? `${JSON.stringify(facts)}\n` : welcome(facts))
    const ended = await Promise.race([once(stop, 'abort').then(() => 'signal'), failed])
    say(`\nStopping (${ended}) and removing what was made …`)
    if (ended !== 'signal') process.exitCode = 1
  } catch (error) {
    // A child that is just being started may get the signal too; its failure is no mistake of anybody.
    if (!stop.aborted) throw error
    say('\nStopping (signal) and removing what was made …')
  } finally {
    await undoAll(undo, say)
  }
}

/** A step that fails does not stop the others. */
async function undoAll(undo: Undo[], say: (line: string) => unknown): Promise<void> {
  for (const step of undo.toReversed()) {
    await step().catch((error: unknown) => say(`While cleaning up: ${(error as Error).message}`))
  }
}

/** A signal takes effect between two steps, so that each step has either happened whole or not at all. */
async function start(
  port: string,
  say: (line: string) => unknown,
  undo: Undo[],
  stop: AbortSignal,
) {
  const server = await serverUrl(say, undo)
  stop.throwIfAborted()
  const database_url = await freshDatabase(server, undo)
  await migrate(database_url)
  say('Database ready.')
  stop.throwIfAborted()
  const bank = await freshBank(undo)
  say('Bank ready.')
  stop.throwIfAborted()
  const env = {
    FLORIN_SECRET: makeSecret(),
    FLORIN_LOG_LEVEL: 'warn',
    FLORIN_DRAIN_MS: '0',
    FLORIN_WEBHOOK_LOOPBACK: 'yes',
    ...(await freshStorage(undo)),
    ...process.env,
    FLORIN_ENVIRONMENT: 'sandbox',
    DATABASE_URL: database_url,
    FLORIN_PORT: port,
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    ...bank.env,
  }
  const { merchant, user } = await seed(env)
  const api = await startRole('api', env)
  undo.push(() => api.stop())
  stop.throwIfAborted()
  const base_url = `http://127.0.0.1:${api.ports.port}`
  // The links in its mails lead to the api, whose port is known only now.
  const worker = await startRole('worker', { FLORIN_PUBLIC_URL: base_url, ...env })
  undo.push(() => worker.stop())
  stop.throwIfAborted()
  const { merchant_id, profile_id, api_key, publishable_key, payment_response_hash_key } = merchant
  const facts: SandboxFacts = {
    base_url,
    merchant_id,
    profile_id,
    api_key,
    publishable_key,
    payment_response_hash_key,
    ...user,
    database_url,
    metrics_url: `http://127.0.0.1:${api.ports.metrics_port}`,
    bank_url: bank.url,
    bank_key: bank.env['FLORIN_BANK_KEY'] ?? '',
  }
  return { facts, ended: Promise.race([api.ended, worker.ended, bank.ended]) }
}

/** DATABASE_URL if set, else a PostgreSQL of the machine or of npm, started privately. */
async function serverUrl(say: (line: string) => unknown, undo: Undo[]): Promise<string> {
  const given = process.env['DATABASE_URL']
  if (given) {
    say('Using the PostgreSQL at DATABASE_URL.')
    return given
  }
  const found = await findPostgres()
  if (found === undefined) {
    throw new UsageError(
      'No PostgreSQL found. Install one (Debian: apt-get install postgresql), or set DATABASE_URL.',
    )
  }
  say(`Starting a private PostgreSQL (${found.origin === 'npm' ? 'from npm' : 'installed here'}) …`)
  const folder = await mkdtemp(join(tmpdir(), 'florin-sandbox-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const server = await startPostgres({ bin: found.bin, folder })
  undo.push(() => server.stop())
  return server.url
}

async function freshDatabase(server: string, undo: Undo[]): Promise<string> {
  const name = `${newId('req').replace('req', 'florin_sandbox')}_${process.pid}`
  const url = await createDatabase(server, name)
  undo.push(() => dropDatabase(server, name))
  return url
}

async function freshBank(undo: Undo[]) {
  const folder = await mkdtemp(join(tmpdir(), 'florin-sandbox-bank-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const bank = await startBank(folder)
  undo.push(() => bank.stop())
  return bank
}

/** A folder for uploaded files, unless the caller has a bucket for them. */
async function freshStorage(undo: Undo[]): Promise<Record<string, string>> {
  if (process.env['FLORIN_S3_BUCKET']) return {}
  const folder = await mkdtemp(join(tmpdir(), 'florin-sandbox-files-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  return { FLORIN_FILES_DIR: folder }
}

async function seed(env: Record<string, string | undefined>) {
  const services = createServices(readConfig(env), createLog('warn'))
  try {
    const input = { merchant_name: 'Sandbox merchant' }
    const merchant = await createMerchant({ ...services, ...randomIds }, input)
    return { merchant, user: await createFirstUser(services, merchant.merchant_id) }
  } finally {
    await services.db.close()
  }
}

/** Before anything starts. */
async function choosePort({ port, json = false }: SandboxOptions): Promise<string> {
  if (port === undefined) return !json && (await isFree(USUAL_PORT)) ? String(USUAL_PORT) : '0'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a whole number from 0 to 65535, not ${port}.`)
  }
  if (await isFree(Number(port))) return port
  throw new UsageError(
    `The port ${port} is in use, or needs privileges: choose another one for --port, or leave the option out.`,
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort())
  }
  return controller.signal
}
