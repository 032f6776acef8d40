import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRow, startRow } from '../lib/field_values.ts'
import {
  addItems,
  completeLink,
  linkFields,
  readAmounts,
  readItems,
  type Values,
} from './values.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')

function build(typed: Partial<Values>) {
  const values = startRow(linkFields, typed) as Values
  const read = readRow(linkFields, values) as Parameters<typeof completeLink>[0]
  return completeLink(read, values, NOW)
}

test('a link with only an amount leaves everything else to the defaults', () => {
  assert.deepEqual(build({ amount: '25' }), {
    amount: 2_500,
    currency: 'EUR',
    link_type: 'one_time',
    capture_method: 'automatic',
    send_email: false,
    require_customer_info: false,
  })
})

test('an open amount that is paid once is a donation with one use', () => {
  const { link_type, usage_limit, amount, suggested_amounts } = build({
    amount_kind: 'open',
    amount: '25',
    suggested_amounts: '5 10;25',
  })
  assert.deepEqual([link_type, usage_limit, amount], ['donation', 1, undefined])
  assert.deepEqual(suggested_amounts, [500, 1_000, 2_500])
})

test('an expiry in hours counts from now', () => {
  const { expiry, usage_limit } = build({
    amount: '1',
    uses: 'many',
    usage_limit: '3',
    expires: '72',
  })
  assert.deepEqual([expiry, usage_limit], ['2026-11-21T12:00:00.000Z', 3])
})

test('an amount that cannot be read is named as such among the suggested ones', () => {
  assert.deepEqual(readAmounts('5 ten 25.5', 'JPY'), [5, undefined, undefined])
})

test('items count as far as they are typed', () => {
  const items = readItems(
    [
      { name: 'Frame', quantity: '2', amount: '20' },
      { name: '', amount: '' },
    ],
    'EUR',
  )
  assert.equal(addItems(items), 4_000)
})
