// Generates clients from the OpenAPI document with other people's generators, and checks their types in strict mode.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const file = join(root, 'docs/reference/openapi.json')
const tools = join(root, 'dashboard/node_modules/.bin')

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>
  webhooks: Record<string, { post: { operationId: string } }>
}

/** Operation ids, and webhook ids. */
export function operationIds(): { called: string[]; received: string[] } {
  const { paths, webhooks } = JSON.parse(readFileSync(file, 'utf8')) as Document
  const called = Object.values(paths).flatMap((each) => Object.values(each))
  const received = Object.values(webhooks).map(({ post }) => post)
  const ids = (list: readonly { operationId: string }[]) => list.map((each) => each.operationId)
  return { called: ids(called), received: ids(received) }
}

/** Runs a program to its end; returns what it printed. */
function run(command: string, args: readonly string[], cwd: string, mayFail = false): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (error) throw error
  assert.ok(mayFail || status === 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout + stderr
}

/** Returns the client's operation ids. */
export function generateTypeScript(folder: string): string[] {
  run(join(tools, 'openapi-typescript'), [file, '-o', 'client.ts'], folder)
  const flags = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--target', 'es2024']
  run(join(tools, 'tsc'), [...flags, 'client.ts'], folder)
  const text = readFileSync(join(folder, 'client.ts'), 'utf8')
  return [...text.matchAll(/: operations\["(\w+)"\];/g)].map(([, id = '']) => id)
}

const PYTHON = ['openapi-python-client==0.29.1', 'mypy==2.4.1', 'ruff==0.17.4']

const CONFIG = `project_name_override: florin-client
package_name_override: florin_client
content_type_overrides:
  application/pdf: application/octet-stream
  image/jpeg: application/octet-stream
  image/png: application/octet-stream
`

/**
 * Code this generator writes for every API: a variable that is used for two things, a needless cast, its contexts.
 */
const OF_THE_GENERATOR =
  /"__a?exit__" of|Redundant cast to|expression has type "Self"|expected "Self"/

/** Returns the client's modules, one for each operation. */
export function generatePython(folder: string): string[] {
  run('python3', ['-m', 'venv', 'venv'], folder)
  const bin = join(folder, 'venv/bin')
  run(join(bin, 'pip'), ['install', '--quiet', ...PYTHON], folder)
  writeFileSync(join(folder, 'config.yaml'), CONFIG)
  const args = ['generate', '--path', file, '--output-path', 'florin_client']
  const generated = run(
    join(bin, 'openapi-python-client'),
    [...args, '--config', 'config.yaml', '--meta', 'none'],
    folder,
  )
  assert.doesNotMatch(generated, /will not be generated|Unable to/)
  const checked = run(join(bin, 'mypy'), ['--strict', 'florin_client'], folder, true)
  const faults = checked.split('\n').filter((line) => line.includes(': error:'))
  const ours = faults.filter((line) => !OF_THE_GENERATOR.test(line))
  assert.match(checked, /source files/)
  assert.deepEqual(ours, [])
  const modules = globSync('florin_client/api/*/*.py', { cwd: folder })
  return modules.filter((path) => !path.endsWith('__init__.py'))
}
