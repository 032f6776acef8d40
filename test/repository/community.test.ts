// The files by which a stranger finds the way: they can be read by the programs that they are for, and name what exists.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../..')
// The YAML parser comes with knip, a development dependency.
const fromKnip = createRequire(createRequire(import.meta.url).resolve('knip'))
const { parse } = fromKnip('yaml') as { parse: (text: string) => unknown }

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function json(path: string): unknown {
  return JSON.parse(read(path))
}

interface Form {
  name?: string
  description?: string
  labels?: string[]
  body: { type: string; id?: string; attributes: { label?: string; value?: string } }[]
}

const forms = globSync('.github/{ISSUE,DISCUSSION}_TEMPLATE/*.yml', { cwd: root }).filter(
  (path) => !path.endsWith('config.yml'),
)

test('the forms for bugs, features and questions have fields that GitHub knows, each named once', () => {
  assert.equal(forms.length, 3)
  for (const path of forms) {
    const { name, description, body } = parse(read(path)) as Form
    if (path.includes('ISSUE')) assert.ok(name && description, path)
    const fields = body.filter(({ type }) => type !== 'markdown')
    assert.ok(fields.length > 0, path)
    for (const { type, id, attributes } of fields) {
      assert.ok(['textarea', 'input', 'dropdown', 'checkboxes'].includes(type), `${path}: ${type}`)
      assert.ok(id && attributes.label, `${path}: ${type}`)
    }
    assert.equal(new Set(fields.map(({ id }) => id)).size, fields.length, path)
  }
})

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { container: string; steps: { run?: string; uses?: string }[] }>
}

test('the workflow runs .ci/run on Debian, may only read, and pins each action to a commit', () => {
  const { permissions, jobs } = parse(read('.github/workflows/check.yml')) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  assert.deepEqual(permissions, { contents: 'read' })
  assert.match(jobs['check']?.container ?? '', /^debian:\d+$/)
  assert.ok(steps.some(({ run }) => run === '.ci/run'))
  for (const { uses } of steps) if (uses) assert.match(uses, /^[\w/-]+@[0-9a-f]{40}$/)
})

interface Updates {
  updates: { 'package-ecosystem': string; directory: string }[]
}

test('dependencies and actions are both updated', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as Updates
  assert.deepEqual(updates.map((each) => each['package-ecosystem']).toSorted(), [
    'github-actions',
    'npm',
  ])
})

interface Container {
  postCreateCommand: string
  remoteEnv: { PATH: string }
  customizations: { vscode: { extensions: string[] } }
}

test('the container for development is set up by scripts/setup, with its Node first in PATH', () => {
  const { postCreateCommand, remoteEnv, customizations } = json(
    '.devcontainer/devcontainer.json',
  ) as Container
  const { recommendations } = json('.vscode/extensions.json') as { recommendations: string[] }

  assert.ok(existsSync(join(root, postCreateCommand)))
  assert.ok(remoteEnv.PATH.includes('/.tools/node_modules/.bin:'))
  assert.deepEqual(customizations.vscode.extensions, recommendations)
})

test('one version of Node is needed everywhere', () => {
  const { engines } = json('package.json') as { engines: { node: string } }
  const [, setup] = /^node_version=(\d+)\./m.exec(read('scripts/setup')) ?? []
  const [, start] = /^const OLDEST_MAJOR = (\d+)$/m.exec(read('bin/start.cjs')) ?? []

  assert.deepEqual([read('.nvmrc').trim(), setup, start], ['24', '24', '24'])
  assert.equal(engines.node, '>=24')
  assert.match(read('.npmrc'), /^engine-strict=true$/m)
})

test('editors indent as the formatter does', () => {
  const { formatter } = json('biome.json') as {
    formatter: { indentStyle: string; indentWidth: number; lineWidth: number }
  }
  const editor = new Map(
    [...read('.editorconfig').matchAll(/^(\w+) = (\w+)/gm)].map(([, k, v]) => [k, v]),
  )

  assert.equal(editor.get('indent_style'), formatter.indentStyle)
  assert.equal(editor.get('indent_size'), String(formatter.indentWidth))
  assert.equal(editor.get('max_line_length'), String(formatter.lineWidth))
})

test('every file that .gitattributes marks as generated exists', () => {
  const marked = [...read('.gitattributes').matchAll(/^(\S+) linguist-generated$/gm)]
  assert.ok(marked.length > 0)
  for (const [, pattern = ''] of marked) {
    assert.ok(globSync(pattern, { cwd: root }).length > 0, pattern)
  }
})

test('every text file ends its lines with LF and has a line break at its end', (t) => {
  const list = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  if (list.status !== 0) return t.skip('this is no clone')
  const texts = list.stdout
    .split('\0')
    .filter((path) => /\.(ts|tsx|mjs|cjs|md|sql|yml)$/.test(path))
  const wrong = texts
    .filter((path) => existsSync(join(root, path)))
    .filter((path) => !/(^|[^\r])\n$/.test(read(path)) || read(path).includes('\r\n'))
  assert.deepEqual(wrong, [])
})
