// Fills one folder for each layer: `node scripts/release/stage.ts FOLDER ARCHITECTURE`, as the Dockerfile does. The folder
// `FOLDER/checkout` has the repository.
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ARCHITECTURES, type Architecture, CONFIG, UID } from './image.ts'
import { normalize } from './normalize.ts'
import { stageApp } from './stage_app.ts'
import { type BaseOptions, stageBase } from './stage_base.ts'

export interface Stage {
  /** A layer's folder. */
  folder(layer: string, architecture: Architecture): string
}

export function stage(
  root: string,
  architectures: readonly Architecture[],
  options: BaseOptions = {},
): Stage {
  const folder = (layer: string, architecture: Architecture) =>
    join(root, layer === 'base' ? `base-${architecture}` : layer)
  stageApp(join(root, 'checkout'), join(root, 'packages'), join(root, 'app'))
  normalize(join(root, 'packages'))
  normalize(join(root, 'app'))
  for (const architecture of architectures) {
    const base = folder('base', architecture)
    mkdirSync(base, { recursive: true })
    stageBase(base, architecture, root, options)
    normalize(base)
    chmodSync(join(base, 'tmp'), 0o1777)
    if (process.getuid?.() === 0) chownSync(join(base, CONFIG.files), UID, UID)
  }
  return { folder }
}

if (import.meta.main) {
  const [root = '.', architecture = 'amd64'] = process.argv.slice(2)
  if (!Object.hasOwn(ARCHITECTURES, architecture))
    throw new Error(`unknown architecture ${architecture}`)
  stage(root, [architecture as Architecture])
}
