// Builds a release from the commit that is checked out, without a base image: `npm run release`. The release's folder
// then has the image, its SBOM, the notes, and signed checksums.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeBuild } from './describe.ts'
import { missingTools } from './find_tools.ts'
import { ARCHITECTURES, type Architecture } from './image.ts'
import { normalize } from './normalize.ts'
import { pack, type Packed } from './pack.ts'
import { readVersion } from './read_version.ts'
import { run, say } from './run.ts'
import { openKey, signRelease } from './sign.ts'
import { stage } from './stage.ts'
import type { BaseOptions } from './stage_base.ts'
import { writeSbom } from './write_sbom.ts'

const root = resolve(import.meta.dirname, '../..')
const architectures = Object.keys(ARCHITECTURES) as Architecture[]

export interface BuildOptions extends BaseOptions {
  /** The release's folder, which must not exist yet. */
  readonly output: string
  /** A PEM file with an Ed25519 key. */
  readonly key?: string
  /** The commit; the one that is checked out unless given. */
  readonly commit?: string
}

export interface Built extends Packed {
  readonly version: string
}

export function buildRelease({ output, key, commit, ...debian }: BuildOptions): Built {
  const signing_key = openKey(key)
  const scratch = mkdtempSync(join(tmpdir(), 'florin-release-'))
  try {
    mkdirSync(output, { recursive: true })
    const checkout = join(scratch, 'checkout')
    const revision = timed('check out the commit', () =>
      checkOut(commit ?? 'HEAD', checkout, scratch),
    )
    const version = readVersion(checkout)
    const changelog = readFileSync(join(checkout, 'CHANGELOG.md'), 'utf8')
    const sbom = timed('list the packages', () => writeSbom(checkout))
    const layers = timed('stage the layers', () => stage(scratch, architectures, debian))
    const layout = join(scratch, 'layout')
    const packed = timed('pack the image', () =>
      pack(layers, architectures, { version, revision }, scratch, layout),
    )
    writeArchive(layout, join(output, `florin-${version}.oci.tar`))
    writeFileSync(join(output, `florin-${version}.cdx.json`), sbom)
    writeFileSync(join(output, 'NOTES.md'), describeBuild(changelog, version))
    writeFileSync(join(output, 'DIGEST'), `${packed.digest}\n`)
    signRelease(output, signing_key)
    return { ...packed, version }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

function timed<T>(what: string, work: () => T): T {
  const start = performance.now()
  const result = work()
  say(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  return result
}

/** Only what is committed: a file that lies around cannot get into a release. */
function checkOut(commit: string, folder: string, scratch: string): string {
  const archive = join(scratch, 'checkout.tar')
  run('git', ['archive', '--format=tar', '--output', archive, commit], { cwd: root })
  mkdirSync(folder)
  run('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  return run('git', ['rev-parse', commit], { cwd: root }).trim()
}

/** `podman load`, `docker load` and `skopeo copy oci-archive:` read it. */
function writeArchive(layout: string, file: string): void {
  normalize(layout)
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  run('tar', [...fixed, '--format=ustar', '-cf', file, '-C', layout, '.'])
}

/** The reason for which nothing can be built here; undefined if it can. */
export function obstacle(purpose: 'build' | 'run'): string | undefined {
  const missing = missingTools(purpose)
  if (missing !== undefined) return missing
  return process.getuid?.() === 0 ? undefined : 'It must run as root, to write files with owners.'
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      output: { type: 'string' },
      key: { type: 'string' },
      mirror: { type: 'string', multiple: true },
      'accept-debian': { type: 'boolean', default: false },
    },
  })
  const output = resolve(values.output ?? join(root, '.run/release', readVersion(root)))
  const why = existsSync(output)
    ? `${output} exists already. Remove it, or name another --output.`
    : obstacle('build')
  if (why === undefined) {
    const built = buildRelease({
      output,
      accepts_debian: values['accept-debian'],
      ...(values.key && { key: values.key }),
      ...(values.mirror && { mirrors: values.mirror }),
    })
    if (!values.key) say('signed with a key of this build alone: pass --key FILE to publish')
    say(`${built.digest} in ${output}`)
  } else {
    say(why)
    process.exitCode = 1
  }
}
