import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findUnbuilt } from '@florin/pages/built.ts'

test('a part that browsers need and that is not built is named, until it is there', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'florin-built-'))
  t.after(() => rmSync(root, { recursive: true }))

  assert.deepEqual(findUnbuilt(root), [
    'the hosted page and florin.js',
    'the dashboard',
    'the documentation',
  ])
  mkdirSync(join(root, 'checkout/dist'), { recursive: true })
  writeFileSync(join(root, 'checkout/dist/manifest.json'), '{}')
  assert.deepEqual(findUnbuilt(root), ['the dashboard', 'the documentation'])
  assert.deepEqual(findUnbuilt(), [], 'the tests build everything before they start')
})
