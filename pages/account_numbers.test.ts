import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  groupNumber,
  ibanLength,
  isBic,
  isIban,
  isRoutingNumber,
  isSepaIban,
  isSortCode,
  passesLuhn,
} from './account_numbers.ts'

/** Real numbers for large American banks. */
const ROUTING = ['021000021', '011401533', '091000019', '121000248', '026009593', '322271627']

test('the routing numbers of real banks are right, and no other last digit is', () => {
  for (const number of ROUTING) {
    const right = Array.from({ length: 10 }, (_, n) => String(n)).filter((last) =>
      isRoutingNumber(number.slice(0, 8) + last),
    )
    assert.deepEqual(right, [number[8]], number)
  }
})

test('a routing number with one digit changed is wrong', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ROUTING),
      fc.nat(8),
      fc.integer({ min: 1, max: 9 }),
      (number, at, by) => {
        const other = String((Number(number[at]) + by) % 10)
        assert.ok(!isRoutingNumber(number.slice(0, at) + other + number.slice(at + 1)))
      },
    ),
  )
})

test('a routing number begins with a district, and is not all zeros', () => {
  for (const wrong of ['000000000', '130000006', '400000004', '990000008', '12345678', '']) {
    assert.ok(!isRoutingNumber(wrong), wrong)
  }
})

test('an IBAN with one digit changed is wrong', () => {
  const iban = 'DE89370400440532013000'
  assert.ok(isIban(iban))
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const other = String((Number(iban[at]) + by) % 10)
      assert.ok(!isIban(iban.slice(0, at) + other + iban.slice(at + 1)))
    }),
  )
})

test('IBANs for every kind of country, and the SEPA area', () => {
  for (const iban of [
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'AE070331234567890123456',
  ]) {
    assert.ok(isIban(iban), iban)
  }
  assert.ok(isSepaIban('GB29NWBK60161331926819'))
  assert.ok(!isSepaIban('AE070331234567890123456'))
})

test('BICs and sort codes', () => {
  for (const bic of ['COBADEFF', 'COBADEFFXXX', 'NWBKGB2L']) assert.ok(isBic(bic), bic)
  for (const bic of ['COBADEF', 'COBADEFFX', '1OBADEFF', 'COBAXXFF']) assert.ok(!isBic(bic), bic)
  for (const code of ['601613', '000001']) assert.ok(isSortCode(code), code)
  for (const code of ['000000', '60161', '6016133', '60161a']) assert.ok(!isSortCode(code), code)
})

test('a card number with one digit changed fails the Luhn check', () => {
  const number = '4242424242424242'
  assert.ok(passesLuhn(number))
  fc.assert(
    fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const other = String((Number(number[at]) + by) % 10)
      assert.ok(!passesLuhn(number.slice(0, at) + other + number.slice(at + 1)))
    }),
  )
})

test('an IBAN has the length of its country', () => {
  assert.deepEqual(['DE', 'NO', 'MT', 'US', ''].map(ibanLength), [22, 15, 31, undefined, undefined])
})

test('numbers are grouped while they are typed', () => {
  assert.equal(groupNumber('iban', 'de89370400440532013000'), 'DE89 3704 0044 0532 0130 00')
  assert.equal(groupNumber('bic', 'coba-deff'), 'COBADEFF')
  assert.equal(groupNumber('bank_sort_code', '200000'), '20-00-00')
  assert.equal(groupNumber('bank_account_number', '000-123'), '000-123')
})
