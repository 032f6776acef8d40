// Checks the npm package as its users get it: `npm run prove:sdk-typescript`. publint and attw read the tarball, and a
// program runs on every runtime. The tools come from npm; without it they are skipped and named.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTypescript } from '../../sdk/generate/build_typescript.ts'

/** The name that is printed, the npm package, its program and arguments. */
const tools = [
  ['publint', 'publint@0.3.25', 'publint', '--strict'],
  ['attw', '@arethetypeswrong/cli@0.18.5', 'attw', '--profile', 'esm-only'],
] as const

const SMOKE = 'smoke.mjs'
const runtimes = [
  ['Node.js 20', 'node@20', 'node', SMOKE],
  ['Node.js 22', 'node@22', 'node', SMOKE],
  ['Deno', 'deno@2.9.6', 'deno', 'run', SMOKE],
  ['Bun', 'bun@1.4.4', 'bun', SMOKE],
] as const

function run(command: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  return { status, stdout, text: stdout + stderr }
}

function npx(package_name: string, program: string, args: readonly string[], cwd: string) {
  // Deno's and Bun's packages fetch their program in a script at installation.
  const allowed = ['--yes', '--ignore-scripts=false', `--package=${package_name}`]
  return run('npx', [...allowed, '--', program, ...args], cwd)
}

function isAvailable(package_name: string, cwd: string): boolean {
  return run('npm', ['view', package_name, 'name'], cwd).status === 0
}

const folder = packTypescript()
const shop = mkdtempSync(join(tmpdir(), 'florin-shop-'))
try {
  assert.equal(run('npm', ['pack', '--silent'], folder).status, 0)
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  for (const [name, package_name, program, ...args] of tools) {
    if (!isAvailable(package_name, folder)) {
      process.stdout.write(`${name}: SKIPPED, npm does not answer\n`)
      continue
    }
    const { status, text } = npx(package_name, program, [...args, tarball], folder)
    assert.equal(status, 0, text)
    process.stdout.write(`${name}: clean\n`)
  }
  copyFileSync(join(import.meta.dirname, 'typescript_smoke.mjs'), join(shop, SMOKE))
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)]
  const installed = run('npm', install, shop)
  assert.equal(installed.status, 0, installed.text)
  const own = run(process.execPath, [SMOKE], shop)
  assert.equal(own.status, 0, own.text)
  process.stdout.write(`${own.stdout.trim()}: passed\n`)
  for (const [name, package_name, program, ...args] of runtimes) {
    if (!isAvailable(package_name, folder)) {
      process.stdout.write(`${name}: SKIPPED, npm does not answer\n`)
      continue
    }
    const { status, stdout, text } = npx(package_name, program, args, shop)
    assert.equal(status, 0, text)
    process.stdout.write(`${stdout.trim().split('\n').at(-1)}: passed\n`)
  }
} finally {
  for (const each of [folder, shop]) rmSync(each, { recursive: true })
}
