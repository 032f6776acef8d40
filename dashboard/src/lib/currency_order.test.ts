import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderByPayments } from './currency_order.ts'

const rows = ['CHF', 'EUR', 'GBP', 'AUD'].map((currency) => ({ currency }))
const order = (frequent: readonly string[]) =>
  orderByPayments(rows, frequent).map(({ currency }) => currency)

test('currencies are in the order of their payments, those without payments by name', () => {
  assert.deepEqual(order(['GBP', 'EUR']), ['GBP', 'EUR', 'AUD', 'CHF'])
})

test('without payments the currencies are in the order of their names', () => {
  assert.deepEqual(order([]), ['AUD', 'CHF', 'EUR', 'GBP'])
})
