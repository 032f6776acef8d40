// Licenses of the packages that run in production: those that a server installs, and those in the dashboard bundle.
// `npm run licenses` lists them, and fails for one that is not in the list below.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Permissive: they ask for no more than their own text beside a copy. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose package.json names no license, and the one in their LICENSE file. */
const IN_FILE: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' }

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly integrity?: string
}

/** A lock file's packages by path, without this repository's own. */
export function readLock(root: string): Record<string, Locked> {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }
  const foreign = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )
  return Object.fromEntries(foreign)
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

interface Licensed {
  readonly name: string
  readonly license: string
  readonly is_allowed: boolean
}

type Packages = Readonly<Record<string, Locked>>

/** The packages that `npm ci --omit=dev` installs. */
function installedIn(packages: Packages): string[] {
  return Object.keys(packages).filter(
    (path) => !packages[path]?.dev && !packages[path]?.devOptional,
  )
}

/** All dashboard packages are for development, because a server installs its built files. These only build it. */
const BUILDS = /^(@types\/|@vitejs\/|vite$|typescript$|openapi-typescript$)/

/** The packages whose code is in the dashboard bundle, with their dependencies. */
function bundledIn(packages: Packages, names: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (from: string, name: string): void => {
    const path = resolveFrom(packages, from, name)
    if (path === undefined || found.has(path)) return
    found.add(path)
    for (const each of Object.keys(packages[path]?.dependencies ?? {})) visit(path, each)
  }
  for (const name of names) if (!BUILDS.test(name)) visit('dashboard', name)
  return [...found]
}

/** As Node finds it: in the nearest node_modules above. */
function resolveFrom(packages: Packages, from: string, name: string): string | undefined {
  const path = `${from}${from === '' ? '' : '/'}node_modules/${name}`
  if (packages[path]) return path
  if (from === '') return undefined
  return resolveFrom(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

export function licensesOf(root: string): Licensed[] {
  const packages = readLock(root)
  const text = readFileSync(join(root, 'dashboard/package.json'), 'utf8')
  const { devDependencies } = JSON.parse(text) as { devDependencies: Record<string, string> }
  const bundled = bundledIn(packages, Object.keys(devDependencies))
  return [...new Set([...installedIn(packages), ...bundled])]
    .map((path) => ({ path, ...packages[path] }))
    .map(({ path, version, license }) => {
      const name = `${nameOf(path)}@${version}`
      const found = license ?? IN_FILE[name] ?? 'none'
      return { name, license: found, is_allowed: isAllowed(found) }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** A choice needs one allowed license, a combination only allowed ones; a person reads a mixture. */
export function isAllowed(license: string): boolean {
  const text = license.replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(text)) return false
  const choices = text.split(/ or /i)
  const parts = text.split(/ and /i)
  if (choices.length > 1 && parts.length > 1) return false
  return parts.length > 1
    ? parts.every((each) => ALLOWED.has(each))
    : choices.some((each) => ALLOWED.has(each))
}

if (import.meta.main) {
  const found = licensesOf(join(import.meta.dirname, '..'))
  for (const { name, license, is_allowed } of found) {
    process.stdout.write(`${is_allowed ? 'ok ' : 'NOT'} ${license.padEnd(16)} ${name}\n`)
  }
  const refused = found.filter(({ is_allowed }) => !is_allowed)
  process.stdout.write(`${found.length} packages, ${refused.length} with a license not allowed\n`)
  process.exitCode = refused.length > 0 ? 1 : 0
}
