// Generates clients in TypeScript and Python and checks both: `npm run prove:clients`. Needs python3 with venv, and PyPI.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePython, generateTypeScript, operationIds } from './generate.ts'

const folder = mkdtempSync(join(tmpdir(), 'florin-clients-'))
try {
  const { called, received } = operationIds()
  const typescript = generateTypeScript(folder).length
  assert.equal(typescript, called.length + received.length)
  process.stdout.write(
    `TypeScript: ${called.length} operations and ${received.length} events, strict\n`,
  )
  const python = generatePython(folder).length
  assert.equal(python, called.length)
  process.stdout.write(`Python: ${python} operations, mypy --strict\n`)
} finally {
  rmSync(folder, { recursive: true })
}
