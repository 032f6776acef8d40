// The checks of the payout page, which come before those of the server and must agree with them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as server from '../server/src/resources/methods/payout_methods/bank_numbers.ts'
import { format, isBic, isIban, isRoutingNumber, isSortCode } from './src/payout/checks.ts'
import { words } from '@florin/locales/payout_words.ts'

const samples = {
  iban: [
    'DE89370400440532013000',
    'GB82WEST12345698765432',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'DE89370400440532013001',
    'DE8937040044053201300',
    'XX',
    '',
  ],
  bic: ['COBADEFFXXX', 'DEUTDEFF', 'COBA', 'COBADEFFXX', '1OBADEFF', ''],
  routing: ['110000000', '021000021', '110000001', '11000000', '000000000', 'abcdefghi'],
  sort_code: ['200000', '000000', '20000', '2000000'],
}

test('what the server accepts the page accepts, and it marks what is mistyped', () => {
  for (const text of samples.iban) assert.equal(isIban(text), server.isIban(text), text)
  for (const text of samples.bic) assert.equal(isBic(text), server.isBic(text), text)
  for (const text of samples.routing) {
    assert.equal(isRoutingNumber(text), server.isRoutingNumber(text), text)
  }
  for (const text of samples.sort_code) {
    assert.equal(isSortCode(text), server.isSortCode(text), text)
  }
})

test('numbers are grouped while they are typed', () => {
  assert.equal(format('iban', 'de89370400440532013000'), 'DE89 3704 0044 0532 0130 00')
  assert.equal(format('bank_sort_code', '200000'), '20-00-00')
  assert.equal(format('bank_account_number', '000123'), '000123')
})

test('every language has every text of the page, with the same values in it', () => {
  const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
  for (const [language, texts] of Object.entries(words)) {
    assert.deepEqual(Object.keys(texts), Object.keys(words.en), language)
    for (const [key, text] of Object.entries(texts)) {
      const expected = valuesIn(words.en[key as keyof typeof words.en])
      assert.deepEqual(valuesIn(text), expected, `${language} ${key}`)
    }
  }
})
