// A release's version is in package.json. The workspaces and the running program repeat it, and must agree.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function readVersion(root: string): string {
  const { version, workspaces } = readManifest(root, '.')
  const constant = readFileSync(join(root, 'server/src/http/health.ts'), 'utf8')
  const [, running = 'none'] = /^export const RELEASE = '([^']+)'$/m.exec(constant) ?? []
  const found = [
    ...workspaces.map((name) => [`${name}/package.json`, readManifest(root, name).version]),
    ['server/src/http/health.ts', running],
  ]
  const other = found.filter(([, each]) => each !== version)
  if (other.length === 0) return version
  const list = other.map(([file, each]) => `${file} has ${each}`).join(', ')
  throw new Error(`package.json has version ${version}, but ${list}.`)
}

function readManifest(root: string, folder: string): { version: string; workspaces: string[] } {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
  return JSON.parse(text) as { version: string; workspaces: string[] }
}
