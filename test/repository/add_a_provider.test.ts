// The guide "Add a provider" works: its steps are applied to a copy of the repository, in which the new provider is
// listed and passes the contract.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { applyChange, changesIn } from '../support/page_changes.ts'
import { copyWorkingTree, linkPackages } from '../support/working_copy.ts'

const root = resolve(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/add-a-provider.md'), 'utf8')

const { NODE_TEST_CONTEXT: _, ...env } = process.env

function run(folder: string, command: string, ...args: string[]) {
  return spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
}

function runContract(folder: string) {
  return run(folder, process.execPath, '--test', 'test/providers/acme/contract.test.ts')
}

test('a provider that is made by the guide is listed and passes the contract, which finds a false claim', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-provider-'))
  t.after(() => rmSync(folder, { recursive: true }))
  copyWorkingTree(folder)
  linkPackages(folder)
  const [, commands = ''] = /^```bash\n([\s\S]*?)^```$/m.exec(guide) ?? []

  const copied = run(folder, 'bash', '-euc', commands)
  assert.equal(copied.status, 0, copied.stderr)
  const changes = changesIn(guide)
  for (const change of changes) applyChange(folder, change)

  assert.equal(changes.length, 5)
  const passed = runContract(folder)
  assert.equal(passed.status, 0, passed.stdout)
  assert.match(passed.stdout, /the provider acme/)
  const script = `import { providersPage } from './docs/providers.ts'; console.log(providersPage())`
  const page = run(folder, process.execPath, '--input-type=module', '--eval', script)
  assert.match(page.stdout, /^## acme$[\s\S]*`expired_card` \| `UE_1002`/m, page.stderr)

  // A lost answer proves nothing: an adapter that says otherwise could charge twice.
  const answers = join(folder, 'server/src/core/providers/acme/answers.ts')
  const honest = readFileSync(answers, 'utf8')
  const claim = "if (reply.sent === 'no') return"
  assert.ok(honest.includes(claim))
  writeFileSync(answers, honest.replace(claim, "if (reply.sent !== 'answered') return"))
  const failed = runContract(folder)
  assert.notEqual(failed.status, 0)
  assert.match(failed.stdout, /✖ lost_after/)
})
