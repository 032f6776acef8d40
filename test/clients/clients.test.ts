// A client that is generated from the document compiles in strict mode and has every operation. CI runs TypeScript only;
// `npm run prove:clients` generates one in Python too.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { generateTypeScript, operationIds } from './generate.ts'

test('a TypeScript client has every operation and every event, and compiles in strict mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-client-'))
  try {
    const { called, received } = operationIds()
    const ids = generateTypeScript(folder)
    assert.deepEqual(ids.toSorted(), [...called, ...received].toSorted())
  } finally {
    rmSync(folder, { recursive: true })
  }
})
