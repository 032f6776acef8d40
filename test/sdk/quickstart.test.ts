// A newcomer's first program with the SDK: the guide's own code, against a sandbox.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { packTypescript } from '../../sdk/generate/build_typescript.ts'
import { startSandbox } from '../support/sandbox.ts'

const root = resolve(import.meta.dirname, '../..')
const MOST_LINES = 25
const MOST_MS = 120_000

test("the quickstart's code pays and verifies a webhook within two minutes and 25 lines", async (t) => {
  const page = readFileSync(join(root, 'docs/guides/quickstart-sdk.md'), 'utf8')
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(page) ?? []
  const own = code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//'))
  const started = performance.now()
  const sandbox = await startSandbox()
  t.after(() => sandbox.stop())
  const folder = packTypescript()
  t.after(() => rmSync(folder, { recursive: true }))
  install(folder)
  writeFileSync(join(folder, 'shop.mjs'), code)

  const { base_url, api_key } = sandbox.facts
  const ran = performance.now()
  const run = spawnSync(process.execPath, ['shop.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: MOST_MS,
    env: { ...process.env, FLORIN_API_KEY: api_key, FLORIN_BASE_URL: base_url },
  })
  const elapsed_ms = performance.now() - started
  t.diagnostic(
    `${Math.round(elapsed_ms)} ms, of which the program ${Math.round(performance.now() - ran)} ms, ${own.length} lines`,
  )

  assert.equal(run.status, 0, run.stderr)
  const [, paid] = /^payment succeeded (pay_\w+)$/m.exec(run.stdout) ?? []
  const [, verified] = /^verified payment_succeeded (pay_\w+)$/m.exec(run.stdout) ?? []
  assert.ok(paid !== undefined && paid === verified, run.stdout)
  assert.ok(elapsed_ms <= MOST_MS, `${Math.round(elapsed_ms)} ms`)
  assert.ok(own.length > 10 && own.length <= MOST_LINES, `${own.length} lines`)
})

/** As npm would put it there. */
function install(folder: string): void {
  const target = join(folder, 'node_modules/florin')
  mkdirSync(target, { recursive: true })
  for (const name of ['package.json', 'dist']) renameSync(join(folder, name), join(target, name))
}
