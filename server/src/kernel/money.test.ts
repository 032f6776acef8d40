import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencies } from './currencies.ts'
import {
  assertAmount,
  type CurrencyCode,
  currencyExponent,
  formatMinor,
  isCurrency,
  parseMajor,
  share,
  split,
} from './money.ts'

const codes = Object.keys(currencies)
const payable = codes.filter(isCurrency)
const currency = fc.constantFrom(...payable)
const signed = fc.maxSafeInteger()
const amount = fc.maxSafeNat()

// Written by hand and separate from the table, so that a mistake in one is detected by the other.
const exponentIsNotTwo: Record<string, number> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
}

const noMinorUnit = words('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX')
const notPayable = [...words('BOV CHE CHW CLF COU MXV USN UYI UYW XAD'), ...noMinorUnit]

test('every currency has the exponent of the standard', () => {
  for (const [code, { exponent }] of Object.entries(currencies)) {
    const expected = noMinorUnit.includes(code) ? null : (exponentIsNotTwo[code] ?? 2)
    assert.equal(exponent, expected, code)
  }
  for (const code of payable) assert.equal(currencyExponent(code), currencies[code].exponent)
  for (const code of Object.keys(exponentIsNotTwo)) assert.ok(codes.includes(code), code)
})

test('exponents are those of ISO 4217 where Intl has others', () => {
  assert.equal(currencyExponent('IQD'), 3)
  const two = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'
  for (const code of words(two)) {
    assert.ok(isCurrency(code), code)
    assert.equal(currencyExponent(code), 2, code)
  }
})

test('the table holds the 178 codes of list one, of which 155 are money to pay with', () => {
  assert.equal(codes.length, 178)
  assert.equal(payable.length, 155)
  const numerics = new Set<string>()
  for (const [code, { name, numeric }] of Object.entries(currencies)) {
    assert.match(code, /^[A-Z]{3}$/)
    assert.match(numeric, /^[0-9]{3}$/, code)
    assert.notEqual(name.trim(), '', code)
    numerics.add(numeric)
  }
  assert.equal(numerics.size, codes.length)
  assert.deepEqual(codes, codes.toSorted())
})

test('funds, metals, units of account and test codes are not accepted on a payment', () => {
  assert.deepEqual(
    codes.filter((code) => !isCurrency(code)),
    notPayable.toSorted(),
  )
})

test('codes that left the standard are not currencies, their successors are', () => {
  for (const code of words('ANG BGN BYR CUC HRK MRO SLL STD VEF ZWL')) {
    assert.equal(isCurrency(code), false, code)
  }
  for (const code of words('BYN CUP EUR MRU SLE STN VED VES XCG ZWG')) {
    assert.equal(isCurrency(code), true, code)
  }
})

test('only an exact upper-case code is a currency', () => {
  for (const code of ['', 'eur', 'EUR ', 'EURO', 'constructor', 'toString', '__proto__']) {
    assert.equal(isCurrency(code), false, code)
  }
})

test('an amount is written with exactly the digits of its currency', () => {
  const cases: [number, CurrencyCode, string][] = [
    [1000, 'EUR', '10.00'],
    [5, 'EUR', '0.05'],
    [0, 'EUR', '0.00'],
    [-0, 'EUR', '0.00'],
    [-5, 'EUR', '-0.05'],
    [-123456, 'EUR', '-1234.56'],
    [1000, 'JPY', '1000'],
    [0, 'JPY', '0'],
    [-7, 'JPY', '-7'],
    [5, 'KWD', '0.005'],
    [12345, 'KWD', '12.345'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
    [Number.MIN_SAFE_INTEGER, 'KWD', '-9007199254740.991'],
  ]
  for (const [minor, code, text] of cases) {
    assert.equal(formatMinor(minor, code), text)
    assert.ok(Object.is(parseMajor(text, code), minor === 0 ? 0 : minor))
  }
})

test('formatting and parsing are inverse for every currency', () => {
  fc.assert(
    fc.property(signed, (minor) => {
      for (const code of payable) assert.equal(parseMajor(formatMinor(minor, code), code), minor)
    }),
  )
})

test('formatting refuses a fractional number of minor units', () => {
  for (const bad of [0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1]) {
    assert.throws(() => formatMinor(bad, 'EUR'), RangeError)
  }
})

test('parsing fills in digits that were left out', () => {
  assert.equal(parseMajor('10', 'EUR'), 1000)
  assert.equal(parseMajor('10.5', 'EUR'), 1050)
  assert.equal(parseMajor('0.1', 'KWD'), 100)
  assert.equal(parseMajor('-0', 'EUR'), 0)
})

test('parsing refuses more digits than the currency has, even zeros', () => {
  fc.assert(
    fc.property(currency, amount, fc.nat(9), (code, minor, digit) => {
      const text = formatMinor(minor, code)
      const longer = currencyExponent(code) === 0 ? `${text}.${digit}` : `${text}${digit}`
      assert.throws(() => parseMajor(longer, code), /decimal digits/)
    }),
  )
})

test('parsing refuses anything but a plain decimal', () => {
  const bad = words('. 1. .5 +1 - --1 1e3 0x10 1,000 01 ١ NaN Infinity 1.2.3 1_0 1n')
  for (const text of ['', ' ', ' 1', '1 ', '1 0', '1\n', ...bad]) {
    assert.throws(() => parseMajor(text, 'EUR'), /not a decimal amount/, JSON.stringify(text))
  }
})

test('parsing refuses amounts too large to be exact', () => {
  assert.equal(parseMajor('90071992547409.91', 'EUR'), Number.MAX_SAFE_INTEGER)
  assert.throws(() => parseMajor('90071992547409.92', 'EUR'), /out of range/)
  assert.throws(() => parseMajor('9'.repeat(400), 'JPY'), /out of range/)
})

test('a share is exact if the division has no remainder', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.integer({ min: 1 }), (one, numerator, denominator) => {
      const whole = BigInt(one) * BigInt(numerator)
      fc.pre(whole <= Number.MAX_SAFE_INTEGER && whole >= Number.MIN_SAFE_INTEGER)
      const product = Number(whole)
      for (const rounding of ['half_up', 'down'] as const) {
        assert.equal(share(one, numerator, 1, rounding), product)
        assert.equal(share(one, denominator, denominator, rounding), one)
      }
    }),
  )
})

test('a share is off by at most half a minor unit, or by less than one when rounded down', () => {
  const fraction = fc
    .tuple(fc.maxSafeNat(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
    .map(([a, b]): [number, number] => (a <= b ? [a, b] : [b, a]))
  fc.assert(
    fc.property(amount, fraction, (whole, [numerator, denominator]) => {
      fc.pre(denominator > 0)
      const exact = BigInt(whole) * BigInt(numerator)
      const off = (n: number) => exact - BigInt(n) * BigInt(denominator)
      const down = off(share(whole, numerator, denominator, 'down'))
      assert.ok(down >= 0n && down < BigInt(denominator))
      const near = 2n * off(share(whole, numerator, denominator, 'half_up'))
      assert.ok(near >= -BigInt(denominator) && near < BigInt(denominator))
    }),
  )
})

test('a share rounds the way its caller names', () => {
  const cases: [number, number, number, number, number][] = [
    // amount, numerator, denominator, half_up, down
    [1, 1, 2, 1, 0],
    [3, 1, 2, 2, 1],
    [100, 1, 3, 33, 33],
    [200, 1, 3, 67, 66],
    [1, 1, 3, 0, 0],
    [2, 1, 3, 1, 0],
    [2000, 11, 30, 733, 733],
    [0, 1, 3, 0, 0],
    [999, 0, 7, 0, 0],
    [9007199254740991, 1, 2, 4503599627370496, 4503599627370495],
    [9007199254740991, 9007199254740990, 9007199254740991, 9007199254740990, 9007199254740990],
  ]
  for (const [whole, numerator, denominator, halfUp, down] of cases) {
    assert.equal(share(whole, numerator, denominator, 'half_up'), halfUp)
    assert.equal(share(whole, numerator, denominator, 'down'), down)
  }
})

test('the share of a credit is the mirror image of the share of the charge', () => {
  fc.assert(
    fc.property(amount, fc.nat(), fc.integer({ min: 1 }), (whole, a, b) => {
      const [numerator, denominator] = a <= b ? [a, b] : [b, a]
      for (const rounding of ['half_up', 'down'] as const) {
        const charge = share(whole, numerator, denominator, rounding)
        assert.equal(charge + share(-whole, numerator, denominator, rounding), 0)
      }
    }),
  )
})

test('a share refuses fractions that mean nothing and results too large to be exact', () => {
  assert.throws(() => share(1, 1, 0, 'down'), /denominator/)
  assert.throws(() => share(1, 1, -2, 'down'), /denominator/)
  assert.throws(() => share(1, -1, 2, 'down'), /numerator/)
  assert.throws(() => share(1, 0.5, 2, 'down'), /numerator/)
  assert.throws(() => share(0.1, 1, 2, 'down'), /amount/)
  assert.throws(() => share(Number.MAX_SAFE_INTEGER, 2, 1, 'down'), /out of range/)
})

test('the parts of a split sum to exactly the whole', () => {
  fc.assert(
    fc.property(signed, fc.integer({ min: 1, max: 500 }), (whole, parts) => {
      const pieces = split(whole, parts)
      assert.equal(pieces.length, parts)
      assert.equal(
        pieces.reduce((sum, piece) => sum + BigInt(piece), 0n),
        BigInt(whole),
      )
    }),
  )
})

test('the pieces of a split differ by at most one minor unit, the larger ones first', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 500 }), (whole, parts) => {
      const pieces = split(whole, parts)
      assert.ok(Math.max(...pieces) - Math.min(...pieces) <= 1)
      assert.deepEqual(
        pieces,
        pieces.toSorted((a, b) => b - a),
      )
    }),
  )
  assert.deepEqual(split(100, 3), [34, 33, 33])
  assert.deepEqual(split(-100, 3), [-34, -33, -33])
  assert.deepEqual(split(2, 3), [1, 1, 0])
  assert.deepEqual(split(0, 2), [0, 0])
})

test('a split needs at least one whole part', () => {
  for (const parts of [0, -1, 1.5, Number.NaN]) assert.throws(() => split(100, parts), /parts/)
})

test('an amount is a safe integer that is not negative', () => {
  for (const good of [0, 1, Number.MAX_SAFE_INTEGER]) assert.doesNotThrow(() => assertAmount(good))
  for (const bad of [-1, 0.1, Number.NaN, Number.MAX_SAFE_INTEGER + 1, '1', 1n, null, undefined]) {
    assert.throws(() => assertAmount(bad), RangeError)
  }
})

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
