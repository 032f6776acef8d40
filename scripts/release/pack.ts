// Packs the layers into one OCI image for all architectures: buildah commits each layer with times at the epoch, and
// writes the index. Its storage is in the scratch folder, so nothing stays on the machine.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Architecture, CONFIG, LAYERS } from './image.ts'
import { run } from './run.ts'
import type { Stage } from './stage.ts'

export interface Packed {
  /** The index's digest; the index names each architecture's image. */
  readonly digest: string
  readonly images: readonly PackedImage[]
}

export interface PackedImage {
  readonly architecture: Architecture
  /** Compressed, from the lowest. */
  readonly layers: readonly { readonly path: string; readonly bytes: number }[]
}

export interface Labels {
  readonly version: string
  readonly revision: string
}

/** Writes an OCI layout to `layout`. */
export function pack(
  stage: Stage,
  architectures: readonly Architecture[],
  labels: Labels,
  scratch: string,
  layout: string,
): Packed {
  const buildah = openStorage(join(scratch, 'storage'))
  const index = 'localhost/florin-index'
  buildah('manifest', 'create', index)
  for (const architecture of architectures) {
    const image = packOne(buildah, stage, architecture, labels)
    buildah('manifest', 'add', '--arch', architecture, '--os', 'linux', index, image)
  }
  const target = `oci:${layout}:${labels.version}`
  buildah('manifest', 'push', '--all', '--format', 'oci', '--quiet', index, target)
  buildah('rmi', '--all', '--force')
  return readLayout(layout)
}

type Buildah = (...args: readonly string[]) => string

function openStorage(folder: string): Buildah {
  mkdirSync(folder, { recursive: true })
  const policy = join(folder, 'policy.json')
  // Only images that were built here a moment ago are read.
  writeFileSync(policy, '{"default":[{"type":"insecureAcceptAnything"}]}')
  const place = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  return (command, ...args) => {
    const hasPolicy = command === 'commit' || args[0] === 'push'
    const policies = hasPolicy ? ['--signature-policy', policy] : []
    const [verb, ...rest] = command === 'manifest' ? args : ['', ...args]
    const words = command === 'manifest' ? [command, verb ?? ''] : [command ?? '']
    return run('buildah', [...place, ...words, ...policies, ...rest], {
      env: { BUILDAH_ISOLATION: 'chroot' },
    }).trim()
  }
}

function packOne(
  buildah: Buildah,
  stage: Stage,
  architecture: Architecture,
  labels: Labels,
): string {
  let image = 'scratch'
  for (const { name } of LAYERS) {
    const container = buildah('from', '--arch', architecture, '--pull-never', image)
    buildah('copy', '--quiet', container, stage.folder(name, architecture), '/')
    const isLast = name === LAYERS.at(-1)?.name
    if (isLast) configure(buildah, container, labels)
    if (name === 'base') giveFiles(buildah, container, stage.folder('base', architecture))
    image = `localhost/florin-${name}-${architecture}`
    buildah('commit', '--timestamp', '0', '--format', 'oci', '--rm', '--quiet', container, image)
  }
  return image
}

/** `copy` gives everything to root. */
function giveFiles(buildah: Buildah, container: string, base: string): void {
  const folder = join(base, CONFIG.files)
  buildah('copy', '--quiet', '--chown', CONFIG.user, container, folder, CONFIG.files)
}

function configure(buildah: Buildah, container: string, { version, revision }: Labels): void {
  const labels = {
    'org.opencontainers.image.title': 'Florin',
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': revision,
  }
  buildah(
    'config',
    ...Object.entries(CONFIG.env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...CONFIG.ports.flatMap((port) => ['--port', String(port)]),
    `--user=${CONFIG.user}`,
    `--workingdir=${CONFIG.workdir}`,
    `--entrypoint=${JSON.stringify(CONFIG.entrypoint)}`,
    `--cmd=${CONFIG.cmd.join(' ')}`,
    '--created-by=npm run release',
    container,
  )
}

interface Document {
  readonly manifests: readonly Descriptor[]
  readonly layers: readonly Descriptor[]
}

interface Descriptor {
  readonly digest: string
  readonly size: number
  readonly platform: { readonly architecture: Architecture }
}

export function readLayout(layout: string): Packed {
  const [top] = readDocument(join(layout, 'index.json')).manifests
  if (top === undefined) throw new Error(`${layout} has no image`)
  const blob = (digest: string) => join(layout, 'blobs', digest.replace(':', '/'))
  const images = readDocument(blob(top.digest)).manifests.map(({ digest, platform }) => ({
    architecture: platform.architecture,
    layers: readDocument(blob(digest)).layers.map((layer) => ({
      path: blob(layer.digest),
      bytes: layer.size,
    })),
  }))
  return { digest: top.digest, images }
}

function readDocument(path: string): Document {
  return JSON.parse(readFileSync(path, 'utf8')) as Document
}
