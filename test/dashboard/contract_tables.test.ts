// The forms of the dashboard have tables of their own for labels. They must agree with the API, which refuses a field that
// it does not have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evidenceFields } from '#resources/payments/disputes/evidence_fields.ts'
import {
  bankRedirects,
  bankTransfers,
  card,
  type Variant,
  wallets,
} from '#resources/methods/payout_methods/methods.ts'
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
