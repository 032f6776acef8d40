import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Fields,
  findErrors,
  readChanges,
  readRow,
  startRow,
  type Texts,
} from './field_values.ts'

const fields = {
  name: { kind: 'text', label: 'Name', missing: 'Enter a name.' },
  amount: { kind: 'amount', label: 'Amount' },
  currency: { kind: 'currency', label: 'Currency', initial: 'EUR' },
  cycles: { kind: 'number', label: 'Periods' },
  email: { kind: 'text', label: 'E-mail', at: 'customer.email' },
  origins: { kind: 'lines', label: 'Origins', empty: [] },
  methods: { kind: 'multi', label: 'Methods' },
  isOn: { kind: 'switch', label: 'On' },
  until: { kind: 'moment', label: 'Until', when: ({ isOn }) => isOn === 'yes' },
  kind: { kind: 'choice', label: 'Kind', isLocal: true, initial: 'a' },
} satisfies Fields

const texts = (saved = {}): Texts => startRow(fields, saved) as Texts

test('an empty form sends nothing but switches and lists that are never absent', () => {
  assert.deepEqual(readRow(fields, texts()), { currency: 'EUR', origins: [], isOn: false })
})

test('texts become values by their kind, at their place in the request', () => {
  const values = texts({
    name: ' Ada ',
    amount: '9.5',
    cycles: '12',
    email: 'ada@example.com',
    origins: 'https://a.example\nhttps://b.example, https://a.example',
    methods: 'card,sepa',
    isOn: true,
    until: '2026-11-18T10:00Z',
  })
  assert.deepEqual(readRow(fields, values), {
    name: 'Ada',
    amount: 950,
    currency: 'EUR',
    cycles: 12,
    customer: { email: 'ada@example.com' },
    origins: ['https://a.example', 'https://b.example'],
    methods: ['card', 'sepa'],
    isOn: true,
    until: '2026-11-18T10:00:00.000Z',
  })
})

test('a text that is no number is sent as it is, so that the API can complain', () => {
  assert.equal(readRow(fields, texts({ cycles: '1.5' }))['cycles'], '1.5')
})

test('a missing text and an amount that cannot be read are found before sending', () => {
  assert.deepEqual(findErrors(fields, texts({ amount: '9.555' }), 'prices.0.'), {
    'prices.0.name': 'Enter a name.',
    'prices.0.amount': 'Enter an amount such as 9.00.',
  })
})

test('only changed fields are sent again, and a cleared one is null', () => {
  const saved = { name: 'Ada', cycles: 3, email: 'ada@example.com', isOn: true }
  const before = texts(saved)
  assert.deepEqual(readChanges(fields, before, before), {})
  const after = { ...before, cycles: '', email: 'eve@example.com' }
  assert.deepEqual(readChanges(fields, before, after), {
    customer: { email: 'eve@example.com' },
    cycles: null,
  })
})
