// PostgreSQL refuses to run as root, so root runs it as an unprivileged account, which may not be able to read the npm
// package. This file makes the binaries runnable and runs them.
import { execFile } from 'node:child_process'
import { cp, lchown, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { UsageError } from '#errors.ts'
import { type Account, exists } from './child.ts'

interface Outcome {
  code: number
  output: string
}

const INSTALL_HINT =
  'Install PostgreSQL 15 or newer (Debian: apt-get install postgresql; macOS: brew install ' +
  'postgresql@18), or set DATABASE_URL to a running server.'

// PostgreSQL refuses to run as root, so root uses an unprivileged account.
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const match = /^postgres:[^:]*:(\d+):(\d+):/m.exec(passwd)
  if (match === null) return { uid: 65534, gid: 65534 }
  return { uid: Number(match[1]), gid: Number(match[2]) }
}

export async function assertReachable(folder: string, account: Account): Promise<void> {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) {
      throw new UsageError(
        `PostgreSQL cannot run as root, and the user it would run as (uid ${account.uid}) may ` +
          `not enter ${at}. Choose a folder outside it, run as another user, or set DATABASE_URL.`,
      )
    }
    if (at === dirname(at)) return
  }
}

/**
 * The binaries' folder that the server's account can really run: `bin` itself or, for the npm package under a folder
 * closed to that account or not writable by us, a copy in `folder`.
 */
export async function runnableBin(bin: string, folder: string, account?: Account): Promise<string> {
  const native = dirname(bin)
  const fromNpm = await exists(join(native, 'pg-symlinks.json'))
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
  throw new UsageError(`The PostgreSQL in ${bin} does not run here. ${INSTALL_HINT}\n${problem}`)
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

export function run(
  file: string,
  args: string[],
  cwd: string,
  account?: Account,
): Promise<Outcome> {
  return new Promise((done) => {
    const options = { ...account, cwd, env: serverEnvironment() }
    execFile(file, args, options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (error === null) done({ code: 0, output })
      else done({ code: 1, output: output === '' ? error.message : output })
    })
  })
}

// PG* variables in the caller's shell are for other servers. TZ saves initdb the search for the local time zone, and
// LC_ALL makes the messages English.
export function serverEnvironment(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  return { ...Object.fromEntries(others), LC_ALL: 'C', TZ: 'UTC' }
}
