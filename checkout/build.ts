// Writes the browser pages to dist: `npm run build`. `npm ci`, the tests and the sandbox run it too, so it takes a
// fraction of a second and is quiet.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltFile } from './bundle.ts'
import { dist, MANIFEST } from '@florin/pages/assets.ts'

const bundler = await import('./bundle.ts').catch((error: unknown) => {
  if (!isMissingPackage(error)) throw error
  process.stderr.write(
    'The payment pages are not built: esbuild is a development dependency. Run `npm ci && npm run build`, then `npm prune --omit=dev`.\n',
  )
})
if (bundler) {
  const files = bundler.bundle()
  write(files, JSON.stringify(bundler.toManifest(files), null, 2))
}

/** The manifest comes last and at once, so that a server that starts meanwhile finds every file that it names. */
function write(files: readonly BuiltFile[], manifest: string): void {
  mkdirSync(dist, { recursive: true })
  for (const { file, bytes } of files) if (!existsSync(join(dist, file))) replace(file, bytes)
  replace(MANIFEST, manifest)
  const current = new Set([MANIFEST, ...files.map(({ file }) => file)])
  for (const name of readdirSync(dist)) if (!current.has(name)) rmSync(join(dist, name))
}

function replace(name: string, content: Buffer | string): void {
  const part = join(dist, `${name}.${process.pid}.part`)
  writeFileSync(part, content)
  renameSync(part, join(dist, name))
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
