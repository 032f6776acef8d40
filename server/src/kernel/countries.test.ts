import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, isCountry } from './countries.ts'

const codes = Object.keys(countries)

test('the table holds the 249 assigned codes, each of two upper-case letters', () => {
  assert.equal(codes.length, 249)
  for (const code of codes) assert.match(code, /^[A-Z]{2}$/)
  assert.deepEqual(codes, codes.toSorted())
})

test('every country has a name of its own', () => {
  const names = Object.values(countries)
  assert.equal(new Set<string>(names).size, names.length)
  for (const name of names) assert.equal(name, name.trim())
})

test('assigned codes are countries', () => {
  assert.equal(countries.DE, 'Germany')
  assert.equal(countries.CH, 'Switzerland')
  for (const code of ['AX', 'BQ', 'CW', 'GB', 'ME', 'NA', 'NO', 'RS', 'SS', 'SX', 'US']) {
    assert.equal(isCountry(code), true, code)
  }
})

test('reserved, withdrawn and private codes are not countries', () => {
  for (const code of ['AN', 'CS', 'DD', 'EU', 'SU', 'TP', 'UK', 'XK', 'YU', 'ZR', 'ZZ']) {
    assert.equal(isCountry(code), false, code)
  }
})

test('only an exact upper-case code is a country', () => {
  for (const code of ['', 'de', 'DE ', 'DEU', 'constructor', '__proto__']) {
    assert.equal(isCountry(code), false, code)
  }
})
