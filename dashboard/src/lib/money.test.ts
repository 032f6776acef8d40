import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMoney, plainMoney } from './money.ts'

test('a typed amount is read in the lowest unit of its currency', () => {
  const rows: [string, string, number | undefined][] = [
    ['25', 'EUR', 2_500],
    ['25.5', 'EUR', 2_550],
    [' 25,50 ', 'EUR', 2_550],
    ['0', 'EUR', 0],
    ['25.505', 'EUR', undefined],
    ['1,000.00', 'EUR', 100_000],
    ['1.000,00', 'EUR', 100_000],
    ['1 234 567,5', 'EUR', 123_456_750],
    ["1'000", 'CHF', 100_000],
    ['1,234,567', 'USD', 123_456_700],
    ['1,000.500', 'KWD', 1_000_500],
    // A thousand or one: refused, unless the currency has three decimals.
    ['1,000', 'EUR', undefined],
    ['1,00.00', 'EUR', undefined],
    ['1,000,00', 'EUR', undefined],
    ['1.000.00', 'EUR', undefined],
    ['-1', 'EUR', undefined],
    ['ten', 'EUR', undefined],
    ['', 'EUR', undefined],
    ['25', 'JPY', 25],
    ['25.5', 'JPY', undefined],
    ['1.234', 'KWD', 1_234],
  ]
  for (const [text, currency, amount] of rows)
    assert.equal(parseMoney(text, currency), amount, `${text} ${currency}`)
})

test('an amount that is put into a field is read back unchanged', () => {
  for (const [amount, currency] of [
    [1, 'EUR'],
    [123_456_789, 'EUR'],
    [7, 'JPY'],
    [1_001, 'KWD'],
  ] as const)
    assert.equal(parseMoney(plainMoney(amount, currency), currency), amount)
})
