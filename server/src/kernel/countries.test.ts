import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries } from './countries.ts'

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

test('the table holds the 249 assigned codes, each of two upper-case letters', () => {
  assert.equal(countries.length, 249)
  for (const code of countries) assert.match(code, /^[A-Z]{2}$/)
  assert.deepEqual(countries, countries.toSorted())
})

test('country names are unique', () => {
  const all = countries.map((code) => names.of(code))
  assert.ok(!all.includes(undefined))
  assert.equal(new Set(all).size, countries.length)
})

test('assigned codes are countries', () => {
  assert.equal(names.of('DE'), 'Germany')
  assert.equal(names.of('CH'), 'Switzerland')
  for (const code of ['AX', 'BQ', 'CW', 'GB', 'ME', 'NA', 'NO', 'RS', 'SS', 'SX', 'US']) {
    assert.equal(countries.includes(code), true, code)
  }
})

test('reserved, withdrawn and private codes are not countries', () => {
  for (const code of ['AN', 'CS', 'DD', 'EU', 'SU', 'TP', 'UK', 'XK', 'YU', 'ZR', 'ZZ']) {
    assert.equal(countries.includes(code), false, code)
  }
})

test('only an exact upper-case code is a country', () => {
  for (const code of ['', 'de', 'DE ', 'DEU', 'constructor', '__proto__']) {
    assert.equal(countries.includes(code), false, code)
  }
})
