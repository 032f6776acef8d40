import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

const fields = ['amount', 'currency', 'customer_id', 'card_number', 'return_url', 'description']

const meant: [sent: string, name: string | undefined][] = [
  ['amout', 'amount'],
  ['amuont', 'amount'],
  ['Amount', 'amount'],
  ['ammount', 'amount'],
  ['returnUrl', 'return_url'],
  ['return-url', 'return_url'],
  ['number', 'card_number'],
  ['customer', 'customer_id'],
  ['curency', 'currency'],
  ['amt', undefined],
  ['zebra', undefined],
  ['a', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['x'.repeat(1_000_000), undefined],
]

for (const [sent, name] of meant) {
  test(`${sent.slice(0, 20)} means ${name ?? 'nothing that is known'}`, () => {
    assert.equal(nearest(sent, fields), name)
  })
}

test('a code of two letters is only meant by itself in another case', () => {
  assert.equal(nearest('de', ['DK', 'DE']), 'DE')
  assert.equal(nearest('DX', ['DK', 'DE']), undefined)
})

test('the nearest of several names is found', () => {
  assert.equal(nearest('EURO', ['AUD', 'ERN', 'EUR', 'USD']), 'EUR')
  assert.equal(
    nearest('payment_mehtod', ['payment_id', 'payment_method_id', 'payment_method']),
    'payment_method',
  )
})
