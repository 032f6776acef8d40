import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, redacted } from './log.ts'

test('a secret is cut out of a log line wherever an object carries it', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const secrets = Object.fromEntries(redacted.map((name) => [name, `marker-${name}`]))

  log.info(secrets, 'at the top')
  log.info({ request: secrets }, 'one deep')
  log.info({ request: { headers: secrets } }, 'two deep')

  assert.equal(lines.length, 3)
  assert.ok(lines.every((line) => line.includes('[redacted]')))
  assert.doesNotMatch(lines.join(''), /marker-/)
})
