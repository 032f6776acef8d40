// Builds the npm package in sdk/typescript/dist: `npm run sdk:build`.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'sdk/typescript')

/** Compiles to a folder, by default the package's own. */
export function buildTypescript(out = join(folder, 'dist')): string {
  rmSync(out, { recursive: true, force: true })
  const tsc = join(root, 'node_modules/.bin/tsc')
  execFileSync(tsc, ['-p', folder, '--outDir', out], { stdio: ['ignore', 'inherit', 'inherit'] })
  // The compiler indents by four, and an editor reads every byte.
  for (const file of globSync(join(out, '**/*.d.ts'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^( +)\1/gm, '$1'))
  }
  return out
}

/** The package as it would be published, in a temporary folder. */
export function packTypescript(): string {
  const out = mkdtempSync(join(tmpdir(), 'florin-sdk-'))
  buildTypescript(join(out, 'dist'))
  for (const name of ['package.json', 'README.md'])
    copyFileSync(join(folder, name), join(out, name))
  copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'))
  return out
}

if (import.meta.main) buildTypescript()
