import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { exercise } from './exercise.ts'

test('every request shape and every answer follows the published description', async () => {
  const { requests, violations } = await exercise()

  assert.deepEqual(violations, [])
  // A shape that is no longer sent would not be judged.
  const paths = new Set(requests.map(({ method, template }) => `${method} ${template}`))
  assert.equal(paths.size, 23)
})

test('stripe-mock finds every request shape valid', (t) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolve(import.meta.dirname, 'prove.ts')],
    {
      encoding: 'utf8',
    },
  )
  if (stdout.startsWith('Skipped')) return t.skip(stdout.trim())
  assert.equal(status, 0, stdout)
})
