import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencies } from '#kernel/currencies.ts'
import { currencyExponent, formatMinor, isCurrency } from '#kernel/money.ts'
import { fromProviderAmount, toProviderAmount } from './minor_units.ts'

const payable = Object.keys(currencies).filter((code) => isCurrency(code))
const exponents = { ISK: 2, MGA: 0 }
const steps = { KWD: 10 }

test('an amount that a provider can express is the same amount of money there, and back', () => {
  const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  fc.assert(
    fc.property(fc.constantFrom(...payable), amounts, (currency, amount) => {
      const given = toProviderAmount(exponents, amount, currency, steps)
      if (given === undefined) return
      assert.equal(fromProviderAmount(exponents, given, currency), amount)
      // In major units, both are the same decimal number.
      const digits = (exponents as Record<string, number>)[currency] ?? currencyExponent(currency)
      const major = BigInt(given) * 10n ** BigInt(4 - digits)
      const [whole = '', fraction = ''] = formatMinor(amount, currency).split('.')
      assert.equal(major, BigInt(whole + fraction.padEnd(4, '0')))
    }),
  )
})

test('an amount that a provider cannot express is refused, never rounded', () => {
  assert.equal(toProviderAmount(exponents, 500, 'MGA'), 5)
  assert.equal(toProviderAmount(exponents, 550, 'MGA'), undefined)
  assert.equal(toProviderAmount(exponents, 5, 'ISK'), 500)
  assert.equal(fromProviderAmount(exponents, 550, 'ISK'), undefined)
  assert.equal(toProviderAmount(exponents, 5_120, 'KWD', steps), 5_120)
  assert.equal(toProviderAmount(exponents, 5_124, 'KWD', steps), undefined)
  assert.equal(toProviderAmount(exponents, Number.MAX_SAFE_INTEGER, 'ISK'), undefined)
  assert.equal(toProviderAmount(exponents, 1, 'constructor'), undefined)
})
