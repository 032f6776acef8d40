// The pages' built files, as a server needs them: their paths, and their bytes, compressed once.
import { readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { CompressedFile, type Encoded } from './compressed.ts'
import type { Assets } from './contract.ts'

export const dist = join(import.meta.dirname, '../checkout/dist')
export const MANIFEST = 'manifest.json'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

let assets: Assets | undefined

/** Read once: a running process's files do not change. */
export function readAssets(): Assets {
  assets ??= JSON.parse(readBuilt(MANIFEST).toString()) as Assets
  return assets
}

function readBuilt(name: string): Buffer {
  try {
    return readFileSync(join(dist, name))
  } catch (error) {
    throw new Error('The payment pages are not built: run `npm run build`.', { cause: error })
  }
}

const files = new Map<string, CompressedFile>()

/** The file at /pay/assets/:name in an encoding that the browser accepts; only files in the manifest are served. */
export async function findAsset(name: string, accepted = ''): Promise<Encoded | undefined> {
  const isKnown = Object.values(readAssets()).some(({ url }) => basename(url) === name)
  if (!isKnown) return undefined
  const file = files.get(name) ?? new CompressedFile(readBuilt(name))
  files.set(name, file)
  const { body, headers } = await file.encode(accepted)
  return {
    body,
    headers: {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...headers,
    },
  }
}
