import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codes } from '../../../../../bank/src/codes.ts'
import { declines } from '#core/declines.ts'
import { toRefusalCode } from '../refusal_code.ts'
import { toDeclineCode } from './codes.ts'

const refusals = Object.entries(codes).filter(([, { means }]) => means !== null)

test("every bank code maps to the bank's stated meaning", () => {
  for (const [code, { means }] of refusals) assert.equal(toDeclineCode(code), means, code)
})

test('every unified decline can be met in the sandbox', () => {
  const met = new Set(refusals.map(([, { means }]) => means))
  assert.deepEqual(
    [...met].toSorted((a, b) => String(a).localeCompare(String(b))),
    Object.keys(declines),
  )
})

test('an unlisted code is never guessed', () => {
  for (const code of ['ZZ', '99', '', 'constructor', '5'])
    assert.equal(toDeclineCode(code), 'UE_9000')
})

test('a refused capture, void or refund has separate codes for insufficient funds and an expired card', () => {
  const reported = ['51', '54', '94', 'wrong_state'].map((code) =>
    toRefusalCode(toDeclineCode(code)),
  )
  assert.deepEqual(reported, ['PE_02', 'PE_03', 'PE_01', 'PE_01'])
})
