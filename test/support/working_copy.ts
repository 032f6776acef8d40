// A copy of this repository in another folder, for tests that change it or that start from a clone.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { spawnSync } from 'node:child_process'

const root = resolve(import.meta.dirname, '../..')

/** Everything that git would clone, with uncommitted changes. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.tools', '.run', '.git', 'dist'])

export function copyWorkingTree(to: string): void {
  cpSync(root, to, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
}

/** A repository to clone, with uncommitted changes. */
export function makeOrigin(origin: string): void {
  copyWorkingTree(origin)
  const author = ['-c', 'user.name=Florin', '-c', 'user.email=florin@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'the working tree'],
  ]) {
    const { status, stderr } = spawnSync('git', args, { cwd: origin, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
}

/** A linked package is loaded from its real place; only Florin's own packages must be the copy's. */
export function linkPackages(copy: string): void {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const links = ['.tools']
  mkdirSync(join(copy, 'node_modules/@florin'), { recursive: true })
  for (const name of workspaces) {
    symlinkSync(join(copy, name), join(copy, 'node_modules/@florin', name))
  }
  // Each package is a link: an installation in the copy then removes links, and no package of this tree.
  for (const folder of ['node_modules', ...workspaces.map((each) => `${each}/node_modules`)]) {
    if (!existsSync(join(root, folder))) continue
    mkdirSync(join(copy, folder), { recursive: true })
    for (const name of readdirSync(join(root, folder))) links.push(`${folder}/${name}`)
  }
  for (const path of links) {
    if (path === 'node_modules/@florin' || !existsSync(join(root, path))) continue
    symlinkSync(join(root, path), join(copy, path))
  }
}
