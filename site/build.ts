// Writes the documentation site to dist: `npm run build`. `npm ci`, the tests and the sandbox run it too, so it does
// nothing when nothing has changed since the last time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const root = join(folder, '..')
const stamp = join(folder, 'dist/built')
const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js')

const SOURCES = [
  'site/*.{ts,css,md,json}',
  'site/{.vitepress/theme,src}/*.ts',
  'site/.vitepress/config.ts',
  'docs/**/*.{md,png,svg}',
  'docs/reference/openapi.json',
  'checkout/src/{tokens,base}.css',
  'pages/escape.ts',
  'package.json',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
]

function hashSources(): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: root }).toSorted()) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

async function build(built: string): Promise<void> {
  if (process.stderr.isTTY) process.stderr.write('Building the documentation…\n')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitepress, 'build', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The documentation was not built.\n${stdout}${stderr}`)
  const { finish } = await import('./finish.ts')
  finish(join(folder, 'next'), built)
  // A server that starts meanwhile finds the old site or the new one.
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  renameSync(join(folder, 'next'), join(folder, 'dist'))
}

if (!existsSync(vitepress)) {
  process.stderr.write(
    'The documentation is not built: vitepress is a development dependency. Run `npm ci && npm run build`, then `npm prune --omit=dev`.\n',
  )
} else {
  const wanted = hashSources()
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) await build(wanted)
}
