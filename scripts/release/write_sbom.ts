// The image's SBOM: the npm packages that the server installs, Node, and Debian's packages.
// npm gives each document a random number and the time; here both follow from the contents.
import { createHash } from 'node:crypto'
import { NODE_VERSION } from './image.ts'
import { run } from './run.ts'
import { type DebianPackage, readLock } from './stage_base.ts'

interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly purl: string
}

interface Bom {
  serialNumber?: string
  metadata: { timestamp?: string }
  components: Component[]
}

export function writeSbom(checkout: string): string {
  const text = run(
    'npm',
    [
      'sbom',
      '--silent',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      '--omit=dev',
      '--omit=optional',
      '--workspace=server',
    ],
    { cwd: checkout },
  )
  const bom = JSON.parse(text) as Bom
  bom.components.push(nodeComponent(), ...debianComponents())
  delete bom.serialNumber
  delete bom.metadata.timestamp
  const hash = createHash('sha256').update(JSON.stringify(bom)).digest('hex')
  bom.serialNumber = `urn:uuid:${toUuid(hash)}`
  return `${JSON.stringify(bom, null, 2)}\n`
}

function nodeComponent(): Component {
  const purl = `pkg:generic/node@${NODE_VERSION}`
  return { 'bom-ref': purl, type: 'platform', name: 'node', version: NODE_VERSION, purl }
}

function debianComponents(): Component[] {
  return Object.entries(readLock()).flatMap(([architecture, packages]) =>
    packages.map(({ name, version }: DebianPackage) => {
      const id = `${encodeURIComponent(name)}@${encodeURIComponent(version)}`
      const purl = `pkg:deb/debian/${id}?arch=${architecture}`
      return { 'bom-ref': purl, type: 'library', name, version, purl }
    }),
  )
}

/** Version 8: an id whose bits the program chooses. */
function toUuid(hash: string): string {
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`]
  return [...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')
}
