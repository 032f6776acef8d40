import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, computeCode, fromBase32, matchingStep, stepAt, totpUrl } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes are those of the test vectors of RFC 6238', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  for (const [seconds, code] of vectors) {
    assert.equal(computeCode(secret, stepAt(new Date(seconds * 1000)), 8), code)
  }
})

test('base 32 is that of the test vectors of RFC 4648, and is read back', () => {
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', foobar: 'MZXW6YTBOI' }
  for (const [text, encoded] of Object.entries(vectors)) {
    assert.equal(base32(Buffer.from(text)), encoded)
    assert.equal(fromBase32(encoded).toString(), text)
  }
})

test('a code is valid one step before and after its own, and not again after its step was used', () => {
  const now = new Date(1_800_000_000_000)
  const step = stepAt(now)
  const code = computeCode(secret, step)
  const at = (steps: number, last: number | null = null) =>
    matchingStep(secret, code, new Date(now.getTime() + steps * 30_000), last)

  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((steps) => at(steps)),
    [undefined, step, step, step, undefined],
  )
  assert.equal(at(0, step - 1), step)
  assert.equal(at(0, step), undefined)
  assert.equal(matchingStep(secret, '', now, null), undefined)
})

test('the URL names the issuer, the account and the secret', () => {
  const url = new URL(totpUrl('Florin', 'ada@example.com', 'MZXW6'))

  assert.equal(url.pathname, '/Florin:ada%40example.com')
  assert.equal(url.searchParams.get('secret'), 'MZXW6')
  assert.equal(url.searchParams.get('issuer'), 'Florin')
})
