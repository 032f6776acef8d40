import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide } from './decide.ts'
import { readRequest } from './request.ts'
import { defaultTerms } from './config.ts'
import { authorize, card, following } from './testing.ts'

test('deciding changes nothing it was given and gives the same plan again', () => {
  const request = Object.freeze(readRequest(authorize({ instrument: card('4000000000003055') })))
  assert.deepEqual(
    decide(request, undefined, defaultTerms),
    decide(request, undefined, defaultTerms),
  )
})

test('months and years are taken as text or as numbers', () => {
  for (const dates of [
    { exp_month: '03', exp_year: '2031' },
    { exp_month: 3, exp_year: 2031 },
  ]) {
    const instrument = { ...card('4242424242424242'), ...dates }
    assert.equal(readRequest(authorize({ instrument })).instrument?.type, 'card')
  }
})

test('a stored card is taken without its security code', () => {
  const { cvc: _, ...stored } = card('4242424242424242')
  const request = readRequest(authorize({ instrument: stored, customer_present: false }))
  assert.equal(decide(request, undefined, defaultTerms).ending.code, '00')
})

test('a capture, void or refund needs an authorization', () => {
  for (const kind of ['capture', 'void', 'refund'] as const) {
    const request = readRequest(following(kind, 'nobody', 1))
    assert.throws(() => decide(request, undefined, defaultTerms), { error: 'unknown_parent' })
  }
})

test('a refusal never repeats the request', () => {
  const instrument = { ...card('49176100000000001234567'), cvc: '73195' }
  assert.throws(
    () => readRequest(authorize({ instrument })),
    (error) => !/4917|73195/.test((error as Error).message),
  )
})
