// The recipes in CONTRIBUTING.md work: each block is applied to a copy of the repository, which still compiles and
// passes the recipes' tests.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { dropDatabase } from '#kernel/databases.ts'
import { testServer } from '#testing/template.ts'
import { applyChange, changesIn } from '../support/page_changes.ts'
import { copyWorkingTree, linkPackages } from '../support/working_copy.ts'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')

function section(heading: string): string {
  const start = page.indexOf(`\n## ${heading}\n`)
  assert.ok(start >= 0, `there is no section ${heading}`)
  return page.slice(start, page.indexOf('\n## ', start + 5))
}

test('the recipes "Add a field" and "Add a filter" compile, and their tests pass', async (t) => {
  const changes = [...changesIn(section('Add a field')), ...changesIn(section('Add a filter'))]
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

  for (const change of changes) applyChange(folder, change)

  const types = run('npx', 'tsc', '--noEmit')
  assert.equal(types.status, 0, types.stdout)
  const tested = run(process.execPath, '--test', ...tests)
  assert.equal(tested.status, 0, tested.stdout)
  assert.match(tested.stdout, /pass 2\n/)
})
