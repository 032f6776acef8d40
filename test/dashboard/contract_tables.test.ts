// The forms of the dashboard have tables of their own for labels and for checks while typing. They must agree with the
// API: a field that it does not have is refused, and a check must never refuse what it accepts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passesLuhn } from '#http/card_numbers.ts'
import { evidenceFields } from '#resources/payments/disputes/evidence_fields.ts'
import {
  isBic,
  isIban,
  isRoutingNumber,
  isSortCode,
} from '#resources/methods/payout_methods/bank_numbers.ts'
import {
  bankRedirects,
  bankTransfers,
  card,
  type Variant,
  wallets,
} from '#resources/methods/payout_methods/methods.ts'
import {
  checkBic,
  checkCardNumber,
  checkIban,
  checkRoutingNumber,
  checkSortCode,
} from '../../dashboard/src/payouts/checks.ts'
import { methods } from '../../dashboard/src/payouts/methods.ts'

const served: Readonly<Record<string, Readonly<Record<string, Variant>>>> = {
  bank_transfer: bankTransfers,
  card: { card },
  wallet: wallets,
  bank_redirect: bankRedirects,
}

for (const { kind, type, fields } of methods) {
  test(`the form of the payout method ${type} has the fields of the API`, () => {
    const row = served[kind]?.[type]
    const named = (isRequired: boolean) =>
      fields.filter((field) => field.isRequired === isRequired).map(({ name }) => name)

    assert.deepEqual(named(true).toSorted(), row?.required.toSorted())
    assert.deepEqual(named(false).toSorted(), row?.optional.toSorted())
  })
}

test('a check while typing agrees with the check of the API', () => {
  const numbers = [
    'DE89370400440532013000',
    'DE89370400440532013001',
    'DE8937040044053201300',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NO9386011117947',
    'TR330006100519786457841326',
    'COBADEFFXXX',
    'DEUTDEFF',
    'DEUTDEF',
    '110000000',
    '021000021',
    '021000022',
    '000000000',
    '200000',
    '000000',
    '20000',
    '4242424242424242',
    '4242424242424241',
    '',
  ]
  const pairs = [
    [checkIban, isIban],
    [checkBic, isBic],
    [checkRoutingNumber, isRoutingNumber],
    [checkSortCode, isSortCode],
    [checkCardNumber, isCardNumber],
  ] as const

  for (const [check, isRight] of pairs) {
    for (const number of numbers) {
      assert.equal(check(number) === undefined, isRight(number), `${check.name} ${number}`)
    }
  }
})

function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits)
}

test('the evidence form has every field of the API, in its group and of its kind', async () => {
  // It belongs to another TypeScript project, the one of the browser.
  const path = '../../dashboard/src/disputes/evidence_fields.ts'
  const form = (await import(path)) as {
    evidenceFields: Record<string, { group: string; kind: string }>
  }

  const shown = Object.entries(form.evidenceFields).map(([name, { group, kind }]) => [
    name,
    { group, kind: kind === 'file' ? 'file' : 'text' },
  ])
  const api = Object.entries(evidenceFields).map(([name, { group, kind }]) => [
    name,
    { group, kind },
  ])
  assert.deepEqual(Object.fromEntries(shown), Object.fromEntries(api))
})
