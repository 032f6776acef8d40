// The columns and filters that many lists have.
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
  isWide: true,
  cell: ({ created }) => <Moment at={created} />,
  text: ({ created }) => created,
}

export const dayFilters: readonly Filter[] = [
  { name: 'created_gte', title: 'From', kind: 'day' },
  { name: 'created_lte', title: 'Until', kind: 'day' },
]
