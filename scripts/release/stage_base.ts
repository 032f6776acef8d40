// Fills a folder with the base layer: Debian's libc, libstdc++ and certificates, Node, the user. Debian's mirror is the
// one that this machine's apt uses. The packages must be those in debian.json, byte by byte.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
  ARCHITECTURES,
  type Architecture,
  DEBIAN_FILES,
  DEBIAN_SUITE,
  NODE_VERSION,
  UID,
} from './image.ts'
import { run } from './run.ts'

const LOCK = join(import.meta.dirname, 'debian.json')
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

export interface DebianPackage {
  readonly name: string
  readonly version: string
  readonly sha256: string
}

type Lock = Record<Architecture, readonly DebianPackage[]>

export interface BaseOptions {
  /** Debian mirrors instead of those in apt's configuration, such as a snapshot's. */
  readonly mirrors?: readonly string[]
  /** Writes debian.json instead of comparing with it. */
  readonly accepts_debian?: boolean
}

export function stageBase(
  target: string,
  architecture: Architecture,
  scratch: string,
  options: BaseOptions = {},
): void {
  const debian = join(scratch, `debian-${architecture}`)
  extractDebian(debian, architecture, options.mirrors ?? findMirrors())
  const found = readArchives(debian)
  if (options.accepts_debian) accept(architecture, found)
  compare(architecture, found, readLock()[architecture])
  copyDebian(debian, target)
  copyNode(target, architecture, scratch)
  writeIdentity(target)
  rmSync(debian, { recursive: true })
}

export function readLock(): Lock {
  return JSON.parse(readFileSync(LOCK, 'utf8')) as Lock
}

/** Unpacked, never configured: no package's script runs, so another architecture needs no emulation. */
function extractDebian(folder: string, architecture: Architecture, mirrors: readonly string[]) {
  const sources = mirrors.map((line) => `deb [signed-by=${KEYRING}] ${line} main`)
  run('mmdebstrap', [
    '--quiet',
    '--variant=extract',
    `--architectures=${architecture}`,
    `--include=${Object.keys(DEBIAN_FILES).join(',')}`,
    // The archives stay, to be compared with the list.
    '--skip=essential/unlink,cleanup/apt',
    DEBIAN_SUITE,
    folder,
    ...sources,
  ])
}

/** Debian's archive and its security updates, each as address and suite, from apt's configuration. */
function findMirrors(): string[] {
  const format = '$(REPO_URI) $(LABEL)'
  const lines = run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])
  const find = (label: string) =>
    lines
      .split('\n')
      .find((line) => line.endsWith(` ${label}`))
      ?.split(' ')[0]
  const main = find('Debian')
  if (main === undefined) {
    throw new Error(
      "apt's configuration has no Debian mirror. Run apt-get update, or pass --mirror 'URL SUITE'.",
    )
  }
  const security = find('Debian-Security')
  return [
    `${main} ${DEBIAN_SUITE}`,
    ...(security === undefined ? [] : [`${security} ${DEBIAN_SUITE}-security`]),
  ]
}

/** The archives whose files are used; others come along as their dependencies. */
function readArchives(debian: string): DebianPackage[] {
  const folder = join(debian, 'var/cache/apt/archives')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.deb'))
    .map((file) => {
      const path = join(folder, file)
      const [name = '', version = ''] = run('dpkg-deb', [
        '--show',
        '--showformat=${Package} ${Version}',
        path,
      ]).split(' ')
      const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
      return { name, version, sha256 }
    })
    .filter(({ name }) => DEBIAN_FILES[name] !== undefined)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function accept(architecture: Architecture, found: readonly DebianPackage[]): void {
  const lock = existsSync(LOCK) ? readLock() : {}
  writeFileSync(LOCK, `${JSON.stringify({ ...lock, [architecture]: found }, null, 2)}\n`)
}

/** A Debian point release changes packages: then a person reads what has changed and accepts it. */
export function compare(
  architecture: Architecture,
  found: readonly DebianPackage[],
  wanted: readonly DebianPackage[],
): void {
  const describe = (list: readonly DebianPackage[]) =>
    list.map(({ name, version, sha256 }) => `${name} ${version} ${sha256}`)
  const [now, then] = [describe(found), describe(wanted)]
  const differing = [
    ...then.filter((each) => !now.includes(each)).map((each) => `- ${each}`),
    ...now.filter((each) => !then.includes(each)).map((each) => `+ ${each}`),
  ]
  if (differing.length === 0) return
  throw new Error(
    `Debian's packages for ${architecture} differ from scripts/release/debian.json:\n${differing.join('\n')}\n` +
      "Accept them with --accept-debian, or build from a snapshot with --mirror 'URL SUITE'.",
  )
}

function copyDebian(debian: string, target: string): void {
  for (const [name, globs] of Object.entries(DEBIAN_FILES)) {
    for (const path of globSync([...globs, `usr/share/doc/${name}/copyright`], { cwd: debian })) {
      mkdirSync(dirname(join(target, path)), { recursive: true })
      cpSync(join(debian, path), join(target, path), { verbatimSymlinks: true })
    }
  }
  writeBundle(target)
  writeStatus(debian, target)
  for (const name of ['lib', 'lib64']) {
    if (existsSync(join(target, 'usr', name))) symlinkSync(`usr/${name}`, join(target, name))
  }
  symlinkSync('../usr/lib/os-release', join(target, 'etc/os-release'))
}

/** All authorities in one file, where OpenSSL looks for them; Debian's script for it did not run. */
function writeBundle(target: string): void {
  const folder = join(target, 'usr/share/ca-certificates')
  const files = globSync('mozilla/*.crt', { cwd: folder }).toSorted()
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('')
  mkdirSync(join(target, 'etc/ssl/certs'), { recursive: true })
  writeFileSync(join(target, 'etc/ssl/certs/ca-certificates.crt'), text)
  rmSync(folder, { recursive: true })
}

/** Scanners for vulnerabilities read which Debian packages an image has from here. */
function writeStatus(debian: string, target: string): void {
  const archives = join(debian, 'var/cache/apt/archives')
  const folder = join(target, 'var/lib/dpkg/status.d')
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(archives).filter((each) => each.endsWith('.deb'))) {
    const fields = ['Package', 'Source', 'Version', 'Architecture', 'Maintainer']
    const text = run('dpkg-deb', ['--field', join(archives, file), ...fields])
    const [, name = ''] = /^Package: (.+)$/m.exec(text) ?? []
    if (DEBIAN_FILES[name] !== undefined) writeFileSync(join(folder, name), text)
  }
}

/** Node comes as an npm package, whose hash npm verifies. */
function copyNode(target: string, architecture: Architecture, scratch: string): void {
  const name = `${ARCHITECTURES[architecture].npm}@${NODE_VERSION}`
  const folder = join(scratch, `node-${architecture}`)
  mkdirSync(folder, { recursive: true })
  const [{ filename } = { filename: '' }] = JSON.parse(
    run('npm', ['pack', '--json', '--silent', name], { cwd: folder }),
  ) as { filename: string }[]
  run('tar', ['-xzf', filename, 'package/bin/node', 'package/LICENSE'], { cwd: folder })
  mkdirSync(join(target, 'usr/bin'), { recursive: true })
  mkdirSync(join(target, 'usr/share/doc/node'), { recursive: true })
  cpSync(join(folder, 'package/bin/node'), join(target, 'usr/bin/node'))
  cpSync(join(folder, 'package/LICENSE'), join(target, 'usr/share/doc/node/copyright'))
  rmSync(folder, { recursive: true })
}

function writeIdentity(target: string): void {
  const files = {
    'etc/passwd': `root:x:0:0:root:/:/nonexistent\nflorin:x:${UID}:${UID}:florin:/app:/nonexistent\n`,
    'etc/group': `root:x:0:\nflorin:x:${UID}:\n`,
    'etc/nsswitch.conf': 'hosts: files dns\n',
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(target, path), text)
  for (const name of ['tmp', 'proc', 'sys', 'dev', 'run', 'var/lib/florin']) {
    mkdirSync(join(target, name), { recursive: true })
  }
}
