// Builds the image twice and compares the digests, then runs it: migrate, api, worker and a paid payment on a real
// PostgreSQL and Redis, with a read-only root, no capabilities and 512 MB.
//
//   npm run prove:image
//   npm run prove:image -- --release FOLDER     does not build, and runs the image of this release
import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease, obstacle } from '../../scripts/release/build.ts'
import { ARCHITECTURES } from '../../scripts/release/image.ts'
import { type PackedImage, readLayout } from '../../scripts/release/pack.ts'
import { run } from '../../scripts/release/run.ts'
import { PUBLIC_KEY, SIGNATURE, SUMS, verifyRelease } from '../../scripts/release/sign.ts'
import { audit } from './audit.ts'
import { Containers } from './container.ts'
import { findElf } from './elf.ts'
import { Findings } from './findings.ts'
import { runImage } from './run_image.ts'

const MB = 1_000_000
const { values } = parseArgs({ options: { release: { type: 'string' } } })
const why = obstacle('run')
if (why === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'florin-proof-'))
  const findings = new Findings()
  try {
    await prove(folder, findings)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  findings.end()
} else {
  process.stdout.write(`Not proven: ${why}\n`)
  process.exitCode = 1
}

async function prove(folder: string, findings: Findings): Promise<void> {
  const release = values.release ?? buildTwice(folder, findings)
  checkRelease(release, findings)
  const [archive = ''] = globSync('*.oci.tar', { cwd: release })
  const layout = join(folder, 'layout')
  mkdirSync(layout)
  run('tar', ['-xf', join(release, archive), '-C', layout])
  for (const image of readLayout(layout).images) {
    const bytes = image.layers.reduce((sum, layer) => sum + layer.bytes, 0)
    findings.measure(`compressed image, ${image.architecture}`, bytes / MB, 120, 'MB')
    checkPrograms(image, folder, findings)
  }
  const containers = new Containers(join(folder, 'podman'))
  try {
    containers.load(join(release, archive))
    const size = Number(containers.inspect('{{.Size}}'))
    findings.measure('uncompressed image', size / MB, 200, 'MB')
    await runImage(containers, folder, findings)
  } finally {
    containers.remove()
  }
  audit(findings)
}

/** The signature and the key differ: each build without a key makes its own. */
function buildTwice(folder: string, findings: Findings): string {
  const [one, two] = ['one', 'two'].map((name) => join(folder, name)) as [string, string]
  const commit = run('git', ['rev-parse', 'HEAD']).trim()
  const [first, second] = [one, two].map((output) => buildRelease({ output, commit }))
  findings.check('both builds have one digest', first?.digest === second?.digest, first?.digest)
  const same = readFileSync(join(one, SUMS), 'utf8') === readFileSync(join(two, SUMS), 'utf8')
  findings.check('every file of both releases has the same bytes', same)
  return one
}

function checkRelease(release: string, findings: Findings): void {
  const public_key = join(release, PUBLIC_KEY)
  const faults = verifyRelease(release, createPublicKey(readFileSync(public_key)))
  findings.check('the checksums are signed, and every file has its own', faults.length === 0)
  const words = ['pkeyutl', '-verify', '-pubin', '-inkey', public_key, '-rawin']
  const files = ['-in', join(release, SUMS), '-sigfile', join(release, SIGNATURE)]
  const { status, error } = spawnSync('openssl', [...words, ...files])
  findings.check('openssl verifies the signature', status === 0, error?.message)
}

/** For architectures that this machine cannot run: every program is for its architecture and finds its loader. */
function checkPrograms(
  { architecture, layers }: PackedImage,
  folder: string,
  findings: Findings,
): void {
  const root = join(folder, architecture)
  mkdirSync(root)
  run('tar', ['-xzf', layers[0]?.path ?? '', '-C', root])
  const programs = findElf(root)
  const { elf_machine } = ARCHITECTURES[architecture]
  const isComplete = programs.some(({ path }) => path === 'usr/bin/node') && programs.length > 8
  findings.check(
    `${architecture}: all ${programs.length} programs and libraries are for it`,
    isComplete && programs.every(({ machine }) => machine === elf_machine),
  )
  const loaders = programs.flatMap(({ loader }) => loader ?? [])
  findings.check(
    `${architecture}: the loader is there`,
    loaders.length > 0 && loaders.every((loader) => existsSync(join(root, loader))),
    loaders[0],
  )
  rmSync(root, { recursive: true })
}
