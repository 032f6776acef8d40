// The recipes in CONTRIBUTING.md work: each block is applied to a copy of the repository, which still compiles and
// passes the recipes' tests.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { dropDatabase } from '#kernel/databases.ts'
import { testServer } from '#testing/template.ts'
import { copyWorkingTree, linkPackages } from '../support/working_copy.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

interface Change {
  language: string
  path: string
  text: string
}

/** The blocks in a section that begin with a file name; those in a list are indented. */
function changesOf(heading: string): Change[] {
  const start = page.indexOf(`\n## ${heading}\n`)
  assert.ok(start >= 0, `there is no section ${heading}`)
  const section = page.slice(start, page.indexOf('\n## ', start + 5))
  return [...section.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].flatMap(
    ([, indent = '', language = '', block = '']) => {
      const lines = block.split('\n').map((line) => line.slice(indent.length))
      const [, path] = /^(?:\/\/|--) (\S+)$/.exec(lines[0] ?? '') ?? []
      return path === undefined ? [] : { language, path, text: lines.slice(1).join('\n') }
    },
  )
}

/** Each paragraph in a diff is found once in the file, without its added lines. */
function patch(content: string, { path, text }: Change): string {
  return text
    .trimEnd()
    .split('\n\n')
    .reduce((patched, hunk) => {
      const lines = hunk.split('\n')
      const side = (left_out: string) =>
        lines
          .filter((line) => line[0] !== left_out)
          .map((line) => `${line.slice(1)}\n`)
          .join('')
      const before = side('+')
      assert.equal(patched.split(before).length, 2, `${path} does not have once:\n${before}`)
      return patched.replace(before, () => side('-'))
    }, content)
}

function apply(folder: string, change: Change): void {
  const file = join(folder, change.path)
  const isNew = change.language !== 'diff'
  assert.equal(existsSync(file), !isNew, change.path)
  writeFileSync(file, isNew ? change.text : patch(readFileSync(file, 'utf8'), change))
}

test('the recipes "Add a field" and "Add a filter" compile, and their tests pass', async (t) => {
  const changes = [...changesOf('Add a field'), ...changesOf('Add a filter')]
  const tests = changes.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'))
  assert.equal(tests.length, 2)
  const folder = mkdtempSync(join(tmpdir(), 'florin-recipes-'))
  t.after(() => rmSync(folder, { recursive: true }))
  // The copy has its own migrations, so its databases need a separate template.
  const FLORIN_TEST_TEMPLATE = `florin_recipes_${process.pid}`
  t.after(() => dropDatabase(testServer(), FLORIN_TEST_TEMPLATE))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, FLORIN_TEST_TEMPLATE },
    })
  copyWorkingTree(folder)
  linkPackages(folder)

  for (const change of changes) apply(folder, change)

  const types = run('npx', 'tsc', '--noEmit')
  assert.equal(types.status, 0, types.stdout)
  const tested = run(process.execPath, '--test', ...tests)
  assert.equal(tested.status, 0, tested.stdout)
  assert.match(tested.stdout, /pass 2\n/)
})
