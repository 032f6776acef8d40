// A complete sandbox in one command: a PostgreSQL (at DATABASE_URL, installed, or from npm), a fresh database with
// one merchant, and the API as a separate process. Everything it created is removed when it stops, or stays in the
// `--keep` folder for the next start.
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { readConfig } from '#config.ts'
import { UsageError } from '#errors.ts'
import { isLocalSandbox } from '#kernel/addresses.ts'
import { makeSecret } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { createDatabase, dropDatabase, ensureDatabase } from '#kernel/databases.ts'
import { migrate } from '#kernel/migrate.ts'
import { earlierBank, startBank } from './bank.ts'
import { type DemoOptions, makeDemo } from './demo/demo.ts'
import { progressBar } from './demo/progress.ts'
import { findPostgres } from './find_postgres.ts'
import { type Home, openHome, temporaryHome } from './home.ts'
import { describeLine } from './lines.ts'
import { readMajor, type PostgresServer, startPostgres, stopOrphan } from './postgres.ts'
import { startRole } from './role.ts'
import { seed } from './seed.ts'
import { type SandboxFacts, welcome } from './welcome.ts'

export interface SandboxOptions {
  json?: boolean
  port?: string
  quiet?: boolean
  keep?: string
  /** Number of days, or true for the usual number. */
  demo?: string | true
}

const USUAL_PORT = 8080
const DEMO_DAYS = 90
const DATABASE = 'florin_sandbox'

/** Cleanup steps, run in reverse order. */
type Undo = () => Promise<void>
type Say = (line: string) => unknown

export async function runSandbox(options: SandboxOptions): Promise<void> {
  const say: Say = (line) => options.json || process.stderr.write(`${line}\n`)
  const stop = stopSignal()
  const undo: Undo[] = []
  const stays = options.keep !== undefined
  const stopping = (why: string) =>
    say(`\nStopping (${why})${stays ? '; the data stays' : ' and removing what was made'} …`)
  try {
    const port = await choosePort(options)
    const days = demoDays(options)
    const home = await openSandboxHome(options)
    undo.push(() => home.close())
    const { facts, ended: failed } = await start({ port, say, undo, stop, home, options, days })
    const folder = home.is_temporary ? undefined : home.folder
    process.stdout.write(options.json ? `${JSON.stringify(facts)}\n` : welcome(facts, folder))
    const ended = await Promise.race([once(stop, 'abort').then(() => 'signal'), failed])
    stopping(ended)
    if (ended !== 'signal') process.exitCode = 1
  } catch (error) {
    // A child that is just being started may get the signal too; its failure is then expected.
    if (!stop.aborted) throw error
    stopping('signal')
  } finally {
    await undoAll(undo, say)
  }
}

/** Only a sandbox that no other machine can reach has the well-known keys. */
function openSandboxHome({ keep }: SandboxOptions): Promise<Home> {
  const { FLORIN_SECRET_FILE: _, ...env } = process.env
  const placeholders = { DATABASE_URL: 'postgres://127.0.0.1/florin', FLORIN_SECRET: makeSecret() }
  const is_local = isLocalSandbox(
    readConfig({ ...env, ...placeholders, FLORIN_ENVIRONMENT: 'sandbox' }),
  )
  if (keep === undefined) return temporaryHome(is_local)
  if (!process.env['DATABASE_URL']) return openHome(keep, is_local)
  throw new UsageError(
    '--keep stores its own PostgreSQL in the folder: unset DATABASE_URL, or leave out --keep.',
  )
}

/** A step that fails does not stop the others. */
async function undoAll(undo: Undo[], say: (line: string) => unknown): Promise<void> {
  for (const step of undo.toReversed()) {
    await step().catch((error: unknown) => say(`While cleaning up: ${(error as Error).message}`))
  }
}

interface Starting {
  port: string
  say: Say
  undo: Undo[]
  stop: AbortSignal
  home: Home
  options: SandboxOptions
  /** Days in the demo; 0 is none. */
  days: number
}

/** A signal takes effect between two steps, so that each step has either happened whole or not at all. */
async function start({ port, say, undo, stop, home, options, days }: Starting) {
  const { state } = home
  const output = { is_shown: days === 0 }
  const database_url = await openDatabase(home, say, undo, stop)
  await migrate(database_url)
  say('Database ready.')
  stop.throwIfAborted()
  const bank = await openBank(home, undo)
  say('Bank ready.')
  stop.throwIfAborted()
  const { log, level } = chooseLog(options, output)
  const env = {
    FLORIN_SECRET: state.secret,
    FLORIN_LOG_LEVEL: level,
    FLORIN_DRAIN_MS: '0',
    FLORIN_WEBHOOK_LOOPBACK: 'yes',
    ...chooseStorage(home),
    ...process.env,
    FLORIN_ENVIRONMENT: 'sandbox',
    DATABASE_URL: database_url,
    FLORIN_PORT: port,
    FLORIN_METRICS_PORT: '0',
    FLORIN_WORKER_METRICS_PORT: '0',
    ...bank.env,
  }
  const { merchant, user } = await seed(env, state)
  const api = await startRole('api', env, log)
  undo.push(() => api.stop())
  stop.throwIfAborted()
  const base_url = `http://127.0.0.1:${api.ports.port}`
  // The links in its mails lead to the api, whose port is known only now.
  const worker = await startRole('worker', { FLORIN_PUBLIC_URL: base_url, ...env }, log)
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
  if (days > 0) {
    const receiver = await runDemo({ facts, days, stop }, options)
    undo.push(() => receiver.close())
  }
  output.is_shown = true
  return { facts, ended: Promise.race([api.ended, worker.ended, bank.ended]) }
}

function runDemo(demo: Omit<DemoOptions, 'report'>, { json }: SandboxOptions) {
  const report = json
    ? () => undefined
    : progressBar(`Creating a ${demo.days}-day history`, process.stderr)
  return makeDemo({ ...demo, report })
}

function demoDays({ demo }: SandboxOptions): number {
  if (demo === undefined) return 0
  if (demo === true) return DEMO_DAYS
  if (/^[1-9]\d{0,2}$/.test(demo)) return Number(demo)
  throw new UsageError(`--demo takes a number of days from 1 to 999, not ${demo}.`)
}

/** A line for each request and delivery, unless the caller wants quiet or JSON. */
function chooseLog({ json, quiet }: SandboxOptions, output: { readonly is_shown: boolean }) {
  if (json || quiet) return { log: 'inherit', level: 'warn' } as const
  const log = (text: string) => {
    const line = describeLine(text, styleText)
    if (line !== undefined && output.is_shown) process.stdout.write(`${line}\n`)
  }
  return { log, level: 'info' }
}

/** At DATABASE_URL if set, else in a PostgreSQL from the machine or npm, started privately. */
async function openDatabase(home: Home, say: Say, undo: Undo[], stop: AbortSignal) {
  const given = process.env['DATABASE_URL']
  if (!given) {
    const server = await openPostgres(home, say)
    undo.push(() => server.stop())
    stop.throwIfAborted()
    return ensureDatabase(server.url, DATABASE)
  }
  say('Using the PostgreSQL at DATABASE_URL.')
  stop.throwIfAborted()
  const name = `${newId('req').replace('req', DATABASE)}_${process.pid}`
  const url = await createDatabase(given, name)
  undo.push(() => dropDatabase(given, name))
  return url
}

async function openPostgres({ folder: home }: Home, say: Say): Promise<PostgresServer> {
  const folder = join(home, 'postgres')
  const major = await readMajor(folder)
  const found = await findPostgres(major)
  if (found === undefined) {
    throw new UsageError(
      major === undefined
        ? 'No PostgreSQL found. Install one (Debian: apt-get install postgresql), or set DATABASE_URL.'
        : `${home} contains PostgreSQL ${major} data, but PostgreSQL ${major} was not found. Install that version, or choose another folder for --keep.`,
    )
  }
  say(`Starting a private PostgreSQL (${found.origin === 'npm' ? 'from npm' : 'installed here'}) …`)
  await stopOrphan(folder)
  return startPostgres({ bin: found.bin, folder })
}

async function openBank(home: Home, undo: Undo[]) {
  const { state } = home
  const folder = join(home.folder, 'bank')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const port = (await isFree(state.bank_port)) ? state.bank_port : 0
  const { bank_key: key, bank_callback_secret: callback_secret } = state
  const bank = await startBank(folder, 'ignore', earlierBank({ port, key, callback_secret }))
  undo.push(() => bank.stop())
  state.bank_port = Number(new URL(bank.url).port)
  await home.saveState()
  return bank
}

/** A folder for uploaded files, unless the caller has a bucket for them. */
function chooseStorage({ folder }: Home): Record<string, string> {
  return process.env['FLORIN_S3_BUCKET'] ? {} : { FLORIN_FILES_DIR: join(folder, 'files') }
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
