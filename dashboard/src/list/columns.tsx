// The columns and filters that many lists have.
import { decimals } from '../api/generated/tables.ts'
import { Moment } from '../lib/dates.tsx'
import { money, plainMoney } from '../lib/money.ts'
import type { Column, Filter } from './config.ts'

interface Priced {
  readonly amount: number
  readonly currency: string
}

export const amountColumn: Column<Priced> = {
  id: 'amount',
  title: 'Amount',
  isNumber: true,
  cell: ({ amount, currency }) => <b>{money(amount, currency)}</b>,
  text: ({ amount, currency }) => plainMoney(amount, currency),
}

export const currencyColumn: Column<Pick<Priced, 'currency'>> = {
  id: 'currency',
  title: 'Currency',
  isOptional: true,
  cell: ({ currency }) => currency,
  text: ({ currency }) => currency,
}

export const createdColumn: Column<{ readonly created: string }> = {
  id: 'created',
  title: 'Created',
  orders: { ascending: 'oldest', descending: 'newest' },
  cell: ({ created }) => <Moment at={created} />,
  text: ({ created }) => created,
}

export const createdFilter: Filter = { name: 'created', title: 'Created', kind: 'period' }

/** An amount has a currency, so its filter sets both. */
export const amountFilter: Filter = { name: 'amount', title: 'Amount', kind: 'amount' }

export const currencyFilter: Filter = {
  name: 'currency',
  title: 'Currency',
  kind: 'choice',
  choices: Object.keys(decimals).map((code) => ({ value: code, name: code })),
}

export const yesNo = [
  { value: 'true', name: 'Yes' },
  { value: 'false', name: 'No' },
] as const
