// Installed packages: none runs code at installation, all are pinned by hash, and licensed as we can use them.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { test } from 'node:test'
import { isAllowed, licensesOf, nameOf, readLock } from '../../scripts/licenses.ts'

const root = resolve(import.meta.dirname, '../..')
const lock = readLock(root)
const PACKAGES = ['.', 'server', 'bank', 'checkout', 'pages', 'locales', 'dashboard', 'site']

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function manifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Manifest
}

test('no package runs a script at installation, and a new one that wants to stops the installation', () => {
  const { allowScripts } = manifest('.')
  const scripted = Object.entries(lock)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path))

  assert.deepEqual(Object.keys(allowScripts).toSorted(), [...new Set(scripted)].toSorted())
  assert.deepEqual(new Set(Object.values(allowScripts)), new Set([false]))
  assert.match(readFileSync(join(root, '.npmrc'), 'utf8'), /^strict-allow-scripts=true$/m)
})

test('every package is pinned to an exact version and to the hash of its bytes', () => {
  const unpinned = Object.entries(lock).filter(
    ([, { integrity, version }]) => !integrity?.startsWith('sha512-') || version === undefined,
  )
  assert.deepEqual(unpinned, [])
  for (const path of PACKAGES) {
    const { dependencies, devDependencies, optionalDependencies } = manifest(path)
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies }
    const loose = Object.entries(all).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    assert.deepEqual(loose, [], path)
  }
})

test('every package of our own manifests has its reason in decision 9, and no other has a line there', () => {
  const page = readFileSync(join(root, 'docs/decisions/0009-dependencies.md'), 'utf8')
  const [used = ''] = page.split('### Not used')
  // The first cell of each row.
  const named = [...used.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(.+?)`/g)].map(([, name = '']) => name),
  )
  const isNamed = (name: string) =>
    used.includes(`\`${name}\``) ||
    named.some((each) => each.endsWith('…') && name.startsWith(each.slice(0, -1)))
  const installed = PACKAGES.flatMap((path) => {
    const { dependencies, devDependencies, optionalDependencies } = manifest(path)
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  }).filter((name) => !name.startsWith('@florin/'))

  assert.deepEqual(
    installed.filter((name) => !isNamed(name)),
    [],
  )
  const rows = named.filter((name) => !name.endsWith('…'))
  assert.ok(rows.length > 50)
  assert.deepEqual(
    rows.filter((name) => !installed.includes(name)),
    [],
  )
})

test('every package that runs in production, in a browser too, has a license that is allowed', () => {
  const found = licensesOf(root)

  const names = found.map(({ name }) => name.replace(/@[^@]+$/, ''))
  for (const name of ['fastify', 'pg', 'react', '@mantine/core'])
    assert.ok(names.includes(name), name)
  assert.deepEqual(
    found.filter(({ is_allowed }) => !is_allowed),
    [],
    'read the license, and add it to scripts/licenses.ts if it is permissive',
  )
})

test('a license is allowed by name, in a choice with one that is, or in a combination of such', () => {
  const allowed = ['MIT', '(MIT OR CC0-1.0)', 'MIT or MPL-2.0', '(MIT AND Zlib)']
  const refused = ['GPL-3.0', 'AGPL-3.0-only', 'none', '', 'MIT AND GPL-3.0', 'UNLICENSED']
  const unread = ['MIT AND (GPL-3.0 OR ISC)', 'ISC OR MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE']

  assert.deepEqual(
    allowed.filter((each) => !isAllowed(each)),
    [],
  )
  assert.deepEqual([...refused, ...unread].filter(isAllowed), [])
})

interface Bom {
  readonly bomFormat: string
  readonly components: readonly { name: string; version: string }[]
}

// All packages: npm leaves out with --omit=dev what the server needs and a test needs too.
test('the bill of materials lists every package that is installed', () => {
  const { stdout, status, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  assert.equal(status, 0, stderr)
  const { bomFormat, components } = JSON.parse(stdout) as Bom

  assert.equal(bomFormat, 'CycloneDX')
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const installed = Object.entries(lock).filter(([path]) =>
    existsSync(join(root, path, 'package.json')),
  )
  assert.ok(installed.length > 100)
  const missing = installed.filter(
    ([path, { version }]) => !listed.has(`${nameOf(path)}@${version}`),
  )
  assert.deepEqual(missing, [])
})

/** Runs the script with an npm that prints this. */
function auditWith(output: string, status: number) {
  const folder = mkdtempSync(join(tmpdir(), 'florin-npm-'))
  const npm = join(folder, 'npm')
  writeFileSync(npm, `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${status}\n`)
  chmodSync(npm, 0o755)
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` }
  const script = join(root, 'scripts/audit_signatures.ts')
  const ran = spawnSync(process.execPath, [script], { encoding: 'utf8', env })
  rmSync(folder, { recursive: true })
  return { status: ran.status, text: ran.stdout }
}

test('a package without a valid signature of the registry fails the check; a registry that is away is reported', () => {
  const found = { name: 'left', version: '1.0.0' }
  const good = auditWith(JSON.stringify({ invalid: [], missing: [] }), 0)
  const invalid = auditWith(JSON.stringify({ invalid: [found], missing: [] }), 1)
  const missing = auditWith(JSON.stringify({ invalid: [], missing: [found] }), 1)
  const away = auditWith(JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'away' } }), 1)
  const broken = auditWith('npm error', 1)

  assert.deepEqual(
    [good, invalid, missing].map(({ status }) => status),
    [0, 1, 1],
  )
  assert.match(invalid.text, /left@1\.0\.0 has an invalid signature/)
  assert.match(missing.text, /left@1\.0\.0 has no signature/)
  for (const { status, text } of [away, broken]) {
    assert.equal(status, 0)
    assert.match(text, /^signatures: NOT CHECKED\./)
  }
})
