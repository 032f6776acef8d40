// The form for a rule: its conditions, and the accounts that it names.
import { decimals } from '../api/generated/tables.ts'
import type { Field, Fields, Texts } from '../lib/field_values.ts'
import { listOptions } from '../lib/fields.tsx'
import type { List } from '../lib/form.tsx'
import { brandNames, methodNames, typeChoices } from '../payments/words.ts'
import type { Rule, Use } from './words.ts'

const { unknown: _, ...networks } = brandNames
export const networkOptions = listOptions(networks)
export const typeOptions = typeChoices.map(({ value, name }) => ({ value, label: name }))

const COUNTRIES = 'Two-letter codes such as DE, AT.'
const WHOLE = 'Enter a whole number.'
const upper = (text: string) => text.toUpperCase()

const several = { kind: 'multi', searchable: true, clearable: true } as const

export const ruleFields = {
  name: {
    kind: 'text',
    label: 'Name',
    isOptional: true,
    description: 'For your team.',
    maxLength: 64,
  },
  payment_method: {
    ...several,
    label: 'Method',
    at: 'when.payment_method',
    data: listOptions(methodNames),
    row: 'method',
  },
  payment_method_type: {
    ...several,
    label: 'Method type',
    at: 'when.payment_method_type',
    data: typeOptions,
    row: 'method',
  },
  currency: {
    ...several,
    label: 'Currency',
    at: 'when.currency',
    data: Object.keys(decimals),
    row: 'currency',
  },
  card_network: {
    ...several,
    label: 'Card network',
    at: 'when.card_network',
    data: networkOptions,
    row: 'currency',
  },
  amount_min: {
    kind: 'number',
    label: 'Amount at least',
    description: "In the currency's lowest unit: 50000 is €500.00.",
    invalid: WHOLE,
    at: 'when.amount.min',
    row: 'amount',
  },
  amount_max: {
    kind: 'number',
    label: 'Amount at most',
    invalid: WHOLE,
    at: 'when.amount.max',
    row: 'amount',
  },
  card_country: {
    kind: 'lines',
    label: 'Card country',
    description: COUNTRIES,
    at: 'when.card_country',
    tidy: upper,
    row: 'country',
  },
  billing_country: {
    kind: 'lines',
    label: 'Billing country',
    description: COUNTRIES,
    at: 'when.billing_country',
    tidy: upper,
    row: 'country',
  },
} satisfies Fields

const metadataFields = {
  key: { kind: 'text', label: 'Key', missing: 'Enter a key.', maxLength: 40 },
  value: { kind: 'text', label: 'Value', missing: 'Enter a value.', maxLength: 255 },
} satisfies Fields

export interface AccountOption {
  readonly value: string
  readonly label: string
}

function accountFields(accounts: readonly AccountOption[]): Fields {
  const weight: Field = {
    kind: 'number',
    label: 'Share',
    description: '0: only as a fallback.',
    initial: '1',
    invalid: WHOLE,
    isNarrow: true,
  }
  return {
    connector_id: {
      kind: 'select',
      label: 'Account',
      data: [...accounts],
      missing: 'Choose an account.',
    },
    weight,
  }
}

export function useList(use: readonly Use[], accounts: readonly AccountOption[]): List {
  const rows = use.map(({ connector_id, weight = 1 }) => ({ connector_id, weight: String(weight) }))
  return { fields: accountFields(accounts), rows }
}

export function metadataList({ when: { metadata = {} } }: Rule): List {
  const rows = Object.entries(metadata).map(([key, value]): Texts => ({ key, value }))
  return { fields: metadataFields, rows }
}

export function startRule({ name, when }: Rule) {
  const { amount, payment_method, payment_method_type, currency, card_network } = when
  return {
    name,
    payment_method: payment_method?.join(','),
    payment_method_type: payment_method_type?.join(','),
    currency: currency?.join(','),
    card_network: card_network?.join(','),
    card_country: when.card_country?.join(', '),
    billing_country: when.billing_country?.join(', '),
    amount_min: amount?.min,
    amount_max: amount?.max,
  }
}

interface FilledRule extends Partial<Pick<Rule, 'name' | 'when'>> {
  readonly use: Use[]
  readonly metadata: readonly { readonly key: string; readonly value: string }[]
}

export function readRule({ name, when = {}, use, metadata }: FilledRule): Rule {
  const pairs = Object.fromEntries(metadata.map(({ key, value }) => [key, value]))
  return {
    ...(name !== undefined && { name }),
    when: { ...when, ...(metadata.length > 0 && { metadata: pairs }) },
    use,
  }
}
