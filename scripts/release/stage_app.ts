// Fills folders with the layers `packages` and `app` from a commit: the pages are built with all packages, then only the
// server's packages are installed.
import {
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  closeSync,
  rmSync,
  readdirSync,
  rmdirSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { APP_FILES, NOT_IN_APP, NOT_IN_PACKAGES } from './image.ts'
import { run } from './run.ts'
import { stripTypes } from './strip_types.ts'

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']

/** `checkout` is a clean clone, which this changes. */
export function stageApp(checkout: string, packages: string, app: string): void {
  run('npm', ['ci', ...QUIET], { cwd: checkout })
  run('npm', ['run', '--silent', 'build'], { cwd: checkout })
  copy(checkout, app, globSync([...APP_FILES], { cwd: checkout, exclude: [...NOT_IN_APP] }))
  stripTypes(app)
  installServer(checkout)
  copy(checkout, packages, ['node_modules', ...globSync('*/node_modules', { cwd: checkout })])
  for (const folder of globSync(['node_modules', '*/node_modules'], {
    cwd: join(packages, 'app'),
  })) {
    prune(join(packages, 'app', folder))
  }
  refuseNative(packages)
}

/** Optional packages bring a PostgreSQL for the sandbox. */
function installServer(checkout: string): void {
  rmSync(join(checkout, 'node_modules'), { recursive: true })
  for (const folder of globSync('*/node_modules', { cwd: checkout })) {
    rmSync(join(checkout, folder), { recursive: true })
  }
  run('npm', ['ci', '--workspace=server', '--omit=dev', '--omit=optional', ...QUIET], {
    cwd: checkout,
  })
}

function copy(from: string, to: string, paths: readonly string[]): void {
  for (const path of paths) {
    const target = join(to, 'app', path)
    mkdirSync(dirname(target), { recursive: true })
    if (path.endsWith('node_modules')) {
      cpSync(join(from, path), target, { recursive: true, verbatimSymlinks: true })
    } else if (lstatSync(join(from, path)).isFile()) cpSync(join(from, path), target)
  }
}

function prune(node_modules: string): void {
  for (const { glob } of NOT_IN_PACKAGES) {
    for (const path of globSync(glob, { cwd: node_modules })) {
      rmSync(join(node_modules, path), { recursive: true, force: true })
    }
  }
  removeEmpty(node_modules)
}

function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmpty(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Both architectures share the layer, so no file in it may be a program for one alone. */
function refuseNative(packages: string): void {
  const native = globSync('**/*', { cwd: packages }).filter((path) => {
    const whole = join(packages, path)
    return lstatSync(whole).isFile() && readStart(whole, 4) === '\x7fELF'
  })
  if (native.length > 0) {
    throw new Error(`These files are for one architecture only:\n${native.join('\n')}`)
  }
}

function readStart(path: string, length: number): string {
  const bytes = Buffer.alloc(length)
  const file = openSync(path, 'r')
  const count = readSync(file, bytes, 0, length, 0)
  closeSync(file)
  return bytes.toString('latin1', 0, count)
}
