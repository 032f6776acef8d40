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

test('an error of PostgreSQL is logged without the row it quotes', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const quoting = Object.assign(new Error('new row violates: (Nadia Marker)'), {
    severity: 'ERROR',
    code: '23514',
    detail: 'Failing row contains (Nadia Marker).',
    where: 'Nadia Marker',
    table: 'customers',
  })

  log.error({ err: quoting }, 'unexpected error')
  log.error({ err: new Error('ours') }, 'unexpected error')

  assert.doesNotMatch(lines.join(''), /Nadia/)
  assert.match(lines[0] ?? '', /"code":"23514","table":"customers"/)
  assert.match(lines[1] ?? '', /"message":"ours"/)
})

test('an instrument, as the program passes it to a provider, is not readable in a log line', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const instrument = { number: 'marker', cvc: 'marker', iban: 'marker', vpa: 'marker' }
  const holder = { email: 'marker', phone_number: 'marker', account_number: 'marker' }

  log.info({ instrument: { ...instrument, ...holder, type: 'card' } }, 'a call')

  assert.doesNotMatch(lines.join(''), /marker/)
  assert.match(lines.join(''), /"type":"card"/)
})
