// The parts of a release that need no image: `npm run prove:image` builds and runs it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { compare, readLock } from '../../scripts/release/stage_base.ts'
import { describeBuild, describeRelease } from '../../scripts/release/describe.ts'
import { missingTools } from '../../scripts/release/find_tools.ts'
import { CONFIG, DEBIAN_FILES, LAYERS, NODE_VERSION } from '../../scripts/release/image.ts'
import { obstacle } from '../../scripts/release/build.ts'
import { pack } from '../../scripts/release/pack.ts'
import { readVersion } from '../../scripts/release/read_version.ts'
import {
  PUBLIC_KEY,
  SIGNATURE,
  signRelease,
  SUMS,
  verifyRelease,
} from '../../scripts/release/sign.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the manifests and the running program have one version', () => {
  assert.match(readVersion(root), /^\d+\.\d+\.\d+$/)
})

const changelog = `# Changelog

## Unreleased

- next

## 1.1.0 - 2027-02-03

### Added

- a thing

## 1.0.0 - 2027-01-02

- first
`

test("release notes are the version's section in the changelog", () => {
  assert.equal(describeRelease(changelog, '1.1.0'), '# Florin 1.1.0\n\n### Added\n\n- a thing\n')
  assert.equal(describeRelease(changelog, '1.0.0'), '# Florin 1.0.0\n\n- first\n')
  assert.equal(describeRelease(changelog, '1.0'), undefined)
})

test('notes of a version without a section say that it is not a release', () => {
  assert.match(
    describeBuild(changelog, '1.2.0'),
    /^# Florin 1\.2\.0\n\n\*\*.*not a release\.\*\*\n\n- next\n$/,
  )
  assert.throws(() => describeBuild('# Changelog\n', '1.2.0'), /no section 1\.2\.0/)
  assert.ok(describeBuild(read('CHANGELOG.md'), readVersion(root)).length > 500)
})

function signedRelease(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'florin-signed-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'florin.oci.tar'), 'image')
  writeFileSync(join(folder, 'NOTES.md'), 'notes')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  signRelease(folder, privateKey)
  return { folder, publicKey }
}

test('a signed release verifies, and a changed, missing or added file does not', (t) => {
  const { folder, publicKey } = signedRelease(t)

  assert.deepEqual(verifyRelease(folder, publicKey), [])
  appendFileSync(join(folder, 'florin.oci.tar'), '!')
  rmSync(join(folder, 'NOTES.md'))
  writeFileSync(join(folder, 'other'), '')
  assert.deepEqual(verifyRelease(folder, publicKey), [
    'NOTES.md differs',
    'florin.oci.tar differs',
    'other is not listed',
  ])
})

test('changed checksums, and a signature with another key, are refused', (t) => {
  const { folder, publicKey } = signedRelease(t)
  const refused = [`${SUMS} was not signed with this key`]

  assert.deepEqual(verifyRelease(folder, generateKeyPairSync('ed25519').publicKey), refused)
  appendFileSync(join(folder, SUMS), '\n')
  assert.deepEqual(verifyRelease(folder, publicKey), refused)
  assert.throws(() =>
    signRelease(folder, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  )
})

test("openssl and sha256sum verify a release with the page's commands", (t) => {
  if (spawnSync('openssl', ['version']).status !== 0) return t.skip('openssl is not installed')
  const { folder } = signedRelease(t)
  const page = read('docs/operations/releases.md')
  const commands = [...page.matchAll(/^\$ ((?:openssl pkeyutl|sha256sum) .*)$/gm)].map(
    ([, line = '']) => line,
  )
  assert.equal(commands.length, 2)
  const verify = () =>
    commands.map((line) => {
      const [program = '', ...args] = line.replace('florin-release.pub', PUBLIC_KEY).split(' ')
      return spawnSync(program, args, { cwd: folder }).status
    })

  assert.deepEqual(verify(), [0, 0])
  appendFileSync(join(folder, SUMS), '\n')
  appendFileSync(join(folder, 'NOTES.md'), '\n')
  assert.deepEqual(verify(), [1, 1])
  assert.equal(readFileSync(join(folder, SIGNATURE)).length, 64)
  assert.equal(createPublicKey(readFileSync(join(folder, PUBLIC_KEY))).asymmetricKeyType, 'ed25519')
})

test('the Dockerfile has the layers and the configuration of the tables', () => {
  const [, final = ''] = read('Dockerfile').split('FROM scratch\n')
  const layers = LAYERS.map(({ name }) => `COPY --from=stage /stage/${name} /`)
  const [base = '', ...others] = layers
  const files = `COPY --from=stage --chown=${CONFIG.user} /stage/base${CONFIG.files} ${CONFIG.files}`
  const list = (words: readonly string[]) => `[${words.map((word) => `"${word}"`).join(', ')}]`

  assert.deepEqual(final.trim().split('\n'), [
    base,
    files,
    ...others,
    ...Object.entries(CONFIG.env).map(([name, value]) => `ENV ${name}=${value}`),
    `EXPOSE ${CONFIG.ports.join(' ')}`,
    `WORKDIR ${CONFIG.workdir}`,
    `USER ${CONFIG.user}`,
    `ENTRYPOINT ${list(CONFIG.entrypoint)}`,
    `CMD ${list(CONFIG.cmd)}`,
  ])
})

test('the image, the Dockerfile and scripts/setup have one version of Node', () => {
  assert.match(read('Dockerfile'), new RegExp(`@${NODE_VERSION.replaceAll('.', '\\.')}"`))
  assert.match(read('scripts/setup'), new RegExp(`^node_version=${NODE_VERSION}$`, 'm'))
})

test('Debian packages are pinned for both architectures, and others are refused', () => {
  const lock = readLock()
  for (const packages of Object.values(lock)) {
    assert.deepEqual(
      packages.map(({ name }) => name),
      Object.keys(DEBIAN_FILES).toSorted(),
    )
  }
  const [first, ...rest] = lock.amd64
  assert.ok(first)
  compare('amd64', lock.amd64, lock.amd64)
  const other = [{ ...first, sha256: '00' }, ...rest]
  assert.throws(() => compare('amd64', other, lock.amd64), /differ.*\n- .*\n\+ .* 00\n/)
})

test('missing programs are named with their Debian packages', () => {
  const text = missingTools('run', '/nonexistent') ?? ''
  assert.match(text, /^mmdebstrap, buildah, .*podman/)
  assert.match(text, /apt-get install .* mmdebstrap buildah .*podman/)
})

test('the release script names what it needs instead of starting', (t) => {
  const output = mkdtempSync(join(tmpdir(), 'florin-output-'))
  t.after(() => rmSync(output, { recursive: true }))
  const script = join(root, 'scripts/release/build.ts')
  const build = (...args: string[]) =>
    spawnSync(process.execPath, [script, ...args], {
      encoding: 'utf8',
      env: { ...process.env, PATH: '/nonexistent' },
    })

  assert.match(build('--output', output).stdout, /exists already/)
  const { status, stdout } = build('--output', join(output, 'new'))
  assert.equal(status, 1)
  assert.match(stdout, /^release: .* not found\. On Debian, as root: apt-get update/)
})

test('the same files with other times and in another order give the same digest', (t) => {
  const why = obstacle('build')
  if (why !== undefined) return t.skip(why)
  const scratch = mkdtempSync(join(tmpdir(), 'florin-pack-'))
  t.after(() => rmSync(scratch, { recursive: true }))
  const packOnce = (name: string, files: readonly string[], time: number) => {
    const folder = (layer: string) => join(scratch, name, layer)
    for (const { name: layer } of LAYERS) {
      mkdirSync(join(folder(layer), CONFIG.files), { recursive: true })
      for (const file of files) {
        writeFileSync(join(folder(layer), file), file)
        utimesSync(join(folder(layer), file), time, time)
      }
    }
    const labels = { version: '1.0.0', revision: 'abc' }
    const place = join(scratch, name)
    return pack({ folder }, ['arm64'], labels, place, join(place, 'layout'))
  }

  const first = packOnce('first', ['a', 'b'], 1_000)
  assert.match(first.digest, /^sha256:[0-9a-f]{64}$/)
  assert.deepEqual(
    first.images.map(({ architecture, layers }) => [architecture, layers.length]),
    [['arm64', LAYERS.length]],
  )
  assert.equal(packOnce('second', ['b', 'a'], 2_000).digest, first.digest)
})
