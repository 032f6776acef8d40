// The payout page's checks run before the server's and must agree with them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as server from '../server/src/resources/methods/payout_methods/bank_numbers.ts'
import { format, isBic, isIban, isRoutingNumber, isSortCode } from './src/payout/checks.ts'

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

test('the page accepts everything that the server accepts, and marks typing errors', () => {
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
