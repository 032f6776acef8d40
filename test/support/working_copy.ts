// A copy of this repository in another folder, for tests that change it or that start from a clone.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Everything that git would clone, with uncommitted changes. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.tools', '.run', '.git', 'dist'])

export function copyWorkingTree(to: string): void {
  cpSync(root, to, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) })
}

/** A linked package is loaded from its real place; only Florin's own packages must be the copy's. */
export function linkPackages(copy: string): void {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const links = ['.tools', ...workspaces.map((each) => `${each}/node_modules`)]
  mkdirSync(join(copy, 'node_modules/@florin'), { recursive: true })
  for (const name of workspaces) {
    symlinkSync(join(copy, name), join(copy, 'node_modules/@florin', name))
  }
  for (const name of readdirSync(join(root, 'node_modules'))) links.push(`node_modules/${name}`)
  for (const path of links) {
    if (path === 'node_modules/@florin' || !existsSync(join(root, path))) continue
    symlinkSync(join(root, path), join(copy, path))
  }
}
