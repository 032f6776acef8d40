// The built files of the pages, as a server needs them: where they are, and their bytes, compressed once.
import { existsSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Assets } from './contract.ts'

export const dist = join(import.meta.dirname, 'dist')
export const MANIFEST = 'manifest.json'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

let assets: Assets | undefined

export function isBuilt(): boolean {
  return existsSync(join(dist, MANIFEST))
}

/** Read once: the files of a running process do not change. */
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

interface Answer {
  body: Buffer
  headers: Record<string, string>
}

type Encoding = 'br' | 'gzip' | 'identity'

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliCompressSync(bytes),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
  identity: (bytes) => bytes,
}

const answers = new Map<string, Answer>()

/** The file at /pay/assets/:name in an encoding that the browser accepts; only files of the manifest are served. */
export function findAsset(name: string, accepted = ''): Answer | undefined {
  const isKnown = Object.values(readAssets()).some(({ url }) => basename(url) === name)
  if (!isKnown) return undefined
  const encoding = chooseEncoding(accepted)
  const key = `${encoding} ${name}`
  const answer = answers.get(key) ?? makeAnswer(name, encoding)
  answers.set(key, answer)
  return answer
}

function chooseEncoding(accepted: string): Encoding {
  const names = accepted.split(',').map((part) => part.trim().split(';')[0])
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity'
}

function makeAnswer(name: string, encoding: Encoding): Answer {
  const body = compress[encoding](readBuilt(name))
  return {
    body,
    headers: {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  }
}
