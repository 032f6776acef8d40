// Writes the dashboard to dist: `npm run build`. `npm ci`, the tests and the sandbox run it too, so it does nothing
// when nothing has changed since the last time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const root = join(folder, '..')
const stamp = join(folder, 'dist/built')
const vite = join(root, 'node_modules/vite/bin/vite.js')

/** Everything from which the files are made. */
function sources(): string {
  const hash = createHash('sha256')
  const own = globSync(['src/**/*', '*.{ts,html,json}'], {
    cwd: folder,
    withFileTypes: true,
    exclude: ({ name }) => name === 'generated',
  })
  const files = own
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  // The reference pages are generated from the same tables, so a changed table changes a page.
  const pages = ['openapi.json', 'states.md', 'events.md', 'routes.md', 'test-cards.md']
  const types = globSync('server/src/core/providers/**/*.ts', { cwd: root }).toSorted()
  const inputs = [...pages.map((name) => join('docs/reference', name)), ...types]
  for (const file of [...files, ...inputs.map((name) => join(root, name))]) {
    hash.update(`${file.slice(root.length)}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function run(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The dashboard was not built.\n${stdout}${stderr}`)
}

if (!existsSync(vite)) {
  process.stderr.write(
    'The dashboard is not built: vite is a development dependency. Run `npm ci && npm run build`, then `npm prune --omit=dev`.\n',
  )
} else {
  const wanted = sources()
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    if (process.stderr.isTTY) process.stderr.write('Building the dashboard…\n')
    run(join(folder, 'generate.ts'))
    run(vite, 'build', folder, '--config', join(folder, 'vite.config.ts'), '--logLevel', 'warn')
    writeFileSync(stamp, wanted)
  }
}
