// The quickstart of the Python SDK, as its README has it: to a payment and a verified webhook.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSandbox } from '../support/sandbox.ts'
import { missingPython, runPython } from './python_run.ts'

const readme = readFileSync(join(import.meta.dirname, '../../sdk/python/README.md'), 'utf8')
const programs = [...readme.matchAll(/```python\n([\s\S]*?)```/g)].map(([, text = '']) => text)
const [output = ''] = [...readme.matchAll(/```text\n([\s\S]*?)```/g)].map(([, text = '']) => text)

const MOST_LINES = 25
/** With the start of the sandbox, without downloads. */
const MOST_MS = 120_000

test('the quickstart of the Python SDK takes 25 lines', () => {
  const [quickstart = ''] = programs
  const lines = quickstart.split('\n').filter((line) => line.trim() !== '')

  assert.ok(lines.length <= MOST_LINES, String(lines.length))
})

test('every program in the README of the Python SDK runs, all within two minutes', {
  skip: missingPython(),
}, async () => {
  const started = performance.now()
  const sandbox = await startSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'florin-python-'))
  const { api_key, base_url } = sandbox.facts
  const env = { FLORIN_API_KEY: api_key, FLORIN_BASE_URL: base_url }
  const printed: string[] = []
  try {
    for (const [nth, program] of programs.entries()) {
      const file = join(folder, `program_${nth}.py`)
      writeFileSync(file, program)
      printed.push(await runPython([file], '', env))
    }
  } finally {
    await sandbox.stop()
    rmSync(folder, { recursive: true })
  }

  const elapsed_ms = performance.now() - started

  assert.ok(elapsed_ms <= MOST_MS, `${Math.round(elapsed_ms)} ms`)
  const [quickstart, listed = ''] = printed
  assert.equal(quickstart, output)
  assert.match(listed, /^pay_\S+ 1000 EUR$/m)
})
