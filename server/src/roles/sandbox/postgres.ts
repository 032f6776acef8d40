// A private PostgreSQL for the sandbox and the tests: initialised in the caller's folder, reachable on loopback only,
// with a random password, because the machine's other users reach loopback too. Its process id is the first line of
// `data/postmaster.pid`.
import type { ChildProcess } from 'node:child_process'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UsageError } from '#errors.ts'
import { sleep } from '#kernel/clock.ts'
import { makeSecret } from '#kernel/crypto.ts'
import {
  type Account,
  end,
  endOfLog,
  type Ending,
  exists,
  freePort,
  lastLines,
  spawnServer,
  tied,
  untilReady,
} from './child.ts'
import { readCommand } from './lock.ts'
import {
  assertReachable,
  run,
  runnableBin,
  serverAccount,
  serverEnvironment,
} from './run_postgres.ts'

export interface PostgresOptions {
  bin: string
  folder: string
  /** A free one unless given. */
  port?: number
  settings?: Record<string, string>
}

export interface PostgresServer {
  url: string
  port: number
  stop(): Promise<void>
}

const PORT_ATTEMPTS = 5
const DATA_ATTEMPTS = 100
const DATA_PAUSE_MS = 200
const READY_TIMEOUT_MS = 60_000
// SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
const ending: Ending = { gentle: 'SIGINT', hard: 'SIGQUIT', patience_ms: 10_000 }

/**
 * Starts a server on the data in `folder`/data, which is created if it is not there yet, and
 * resolves once it accepts connections.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const folder = resolve(options.folder)
  const account = await serverAccount()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account !== undefined) {
    await chown(folder, account.uid, account.gid)
    await assertReachable(folder, account)
  }
  const bin = await runnableBin(options.bin, folder, account)
  const password = await ensurePassword(folder, account)
  await createData(bin, folder, account)
  const settings = { max_connections: '200', ...options.settings }
  for (let attempt = 1, held = 1; ; ) {
    const port = options.port ?? (await freePort())
    const child = await launch(bin, folder, account, { ...settings, port: String(port) })
    const failure = await readiness(child, folder)
    if (failure === undefined) {
      return {
        url: `postgres://florin:${password}@127.0.0.1:${port}/postgres`,
        port,
        stop: tied(child, ending),
      }
    }
    // Another process can take the port before the server binds it.
    if (failure.includes('could not bind') && attempt++ < PORT_ATTEMPTS) continue
    // A killed server's processes take a moment to notice it.
    if (failure.includes('is still in use') && held++ < DATA_ATTEMPTS) {
      await sleep(DATA_PAUSE_MS)
      continue
    }
    throw new UsageError(failure)
  }
}

/** The PostgreSQL major version that made the data in the folder; undefined if there is none yet. */
export async function readMajor(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'data', 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/**
 * Stops a server that still runs on the data, because the process that started it was killed, and removes the lock
 * file if the server has ended. PostgreSQL itself respects that file while any process has the id: a zombie in a
 * container without an init process, or another program. Processes that still use the data are found by their shared
 * memory.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const data = join(resolve(folder), 'data')
  const file = join(data, 'postmaster.pid')
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  const isRunning = async () => (await readCommand(pid)).includes(data)
  for (const signal of [ending.gentle, ending.hard]) {
    if (!(await isRunning())) return rm(file, { force: true })
    process.kill(pid, signal)
    const deadline = performance.now() + ending.patience_ms
    while (performance.now() < deadline && (await isRunning())) {
      await sleep(50)
    }
  }
}

/** Made once per folder; only the server's account can read it. */
async function ensurePassword(folder: string, account?: Account): Promise<string> {
  const file = passwordFile(folder)
  if (await exists(file)) return (await readFile(file, 'utf8')).trim()
  const password = makeSecret()
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  if (account !== undefined) await chown(file, account.uid, account.gid)
  return password
}

async function createData(bin: string, folder: string, account?: Account): Promise<void> {
  const data = join(folder, 'data')
  if (await exists(data)) return
  // The folder is renamed only when it is complete, so an interrupted initdb leaves no broken data.
  const draft = join(folder, 'data.new')
  let problem = ''
  // C.UTF-8 is missing on some systems; C sorts alike and only lacks case rules beyond ASCII.
  for (const locale of ['C.UTF-8', 'C']) {
    await rm(draft, { recursive: true, force: true })
    const names = ['-D', draft, '-U', 'florin', '-E', 'UTF8', '-A', 'scram-sha-256']
    const password = `--pwfile=${passwordFile(folder)}`
    const flags = [password, `--locale=${locale}`, '--no-sync', '--no-instructions']
    const initdb = join(bin, 'initdb')
    const { code, output } = await run(initdb, [...names, ...flags], folder, account)
    if (code === 0) return rename(draft, data)
    problem ||= lastLines(output)
  }
  throw new UsageError(
    `PostgreSQL could not create its data in ${folder}. Check that the disk has room and that ` +
      `the folder can be written, or set DATABASE_URL. It said:\n${problem}`,
  )
}

function launch(
  bin: string,
  folder: string,
  account: Account | undefined,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  // No unix socket: its path may have 107 bytes at most, less than many temporary folders.
  const own = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const flags = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return spawnServer({
    program: join(bin, 'postgres'),
    args: ['-D', join(folder, 'data'), ...flags],
    cwd: folder,
    log: logFile(folder),
    env: serverEnvironment(),
    account,
  })
}

/** Resolves when the server is ready, or with the error. */
async function readiness(child: ChildProcess, folder: string): Promise<string | undefined> {
  const outcome = await untilReady(child, () => saysReady(child, folder), READY_TIMEOUT_MS)
  if (outcome === 'ready') return undefined
  if (outcome === 'late') await end(child, { ...ending, gentle: 'SIGQUIT' })
  const said = await endOfLog(logFile(folder))
  const what =
    outcome === 'late'
      ? `did not accept connections within ${READY_TIMEOUT_MS / 1000} seconds`
      : 'did not start'
  return (
    `PostgreSQL ${what}. Fix the error in its log, ${logFile(folder)}, or set ` +
    `DATABASE_URL to a running server. The log ends with:\n${said}`
  )
}

// The server writes its state in the eighth line of postmaster.pid, which pg_ctl reads as well. Unlike a connection
// to the port, it cannot be mistaken for another server's.
async function saysReady(child: ChildProcess, folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return lines[0] === String(child.pid) && lines[7]?.trim() === 'ready'
}

function passwordFile(folder: string): string {
  return join(folder, 'password')
}

function logFile(folder: string): string {
  return join(folder, 'postgres.log')
}
