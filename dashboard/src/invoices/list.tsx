import { Link } from '@tanstack/react-router'
import { api, unwrapAnswer } from '../api/client.ts'
import { type Named, withCustomerNames } from '../customers/names.ts'
import { Moment } from '../lib/dates.tsx'
import { Period } from '../lib/days.tsx'
import { money, plainMoney } from '../lib/money.ts'
import { toChoices } from '../lib/status.tsx'
import { Narrow } from '../lib/table.tsx'
import {
  amountFilter,
  createdColumn,
  createdFilter,
  currencyColumn,
  currencyFilter,
} from '../list/columns.tsx'
import type { Column, ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { InvoiceStatus } from './status.tsx'
import { amountOpen, amountWaived, type Invoice, invoiceWords, reasonNames } from './words.ts'

type Row = Invoice & Named

interface Sum {
  readonly id: string
  readonly title: string
  readonly of: (invoice: Invoice) => number
}

/**
 * In an export they add up: the total, less the credit used and with the credit given, is what is to be paid, and that
 * is what was received, is open and will not be collected.
 */
const sums: readonly Sum[] = [
  { id: 'credit_applied', title: 'Credit used', of: ({ credit_applied }) => credit_applied },
  { id: 'credit_granted', title: 'Credit given', of: ({ credit_granted }) => credit_granted },
  { id: 'amount', title: 'To pay', of: ({ amount }) => amount },
  { id: 'received', title: 'Received', of: ({ amount_received }) => amount_received },
  { id: 'open', title: 'Open', of: amountOpen },
  { id: 'waived', title: 'Not collected', of: amountWaived },
  { id: 'refunded', title: 'Refunded', of: ({ amount_refunded }) => amount_refunded },
  { id: 'disputed', title: 'Disputed', of: ({ amount_disputed }) => amount_disputed },
]

function sumColumn({ id, title, of }: Sum): Column<Row> {
  return {
    id,
    title,
    isNumber: true,
    isOptional: true,
    cell: (row) => money(of(row), row.currency),
    text: (row) => plainMoney(of(row), row.currency),
  }
}

function momentColumn(id: 'due_at' | 'paid_at' | 'finalized_at', title: string): Column<Row> {
  return {
    id,
    title,
    isOptional: true,
    cell: (row) => <Moment at={row[id]} />,
    text: (row) => row[id],
  }
}

const config: ListConfig<Row> = {
  resource: 'invoices',
  name: 'invoices',
  title: 'Invoices',
  idOf: ({ id }) => id,
  target: ({ id }) => ({ to: '/invoices/$id', params: { id } }),
  read: async (query) => {
    const page = await unwrapAnswer(api.GET('/invoices/list', { params: { query } }))
    return { ...page, data: await withCustomerNames(page.data) }
  },
  filters: [
    { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(invoiceWords) },
    createdFilter,
    amountFilter,
    currencyFilter,
    { name: 'number', title: 'Number', kind: 'text' },
    { name: 'customer_id', title: 'Customer', kind: 'text' },
    { name: 'subscription_id', title: 'Subscription', kind: 'text' },
  ],
  columns: [
    {
      id: 'number',
      title: 'Number',
      cell: ({ number }) =>
        number === null ? <span className="faint">None yet</span> : <b>{number}</b>,
      text: ({ number }) => number,
    },
    {
      id: 'status',
      title: 'Status',
      cell: (row) => (
        <>
          <InvoiceStatus invoice={row} />
          <Narrow>{row.customer_name}</Narrow>
        </>
      ),
      text: ({ status }) => status,
    },
    {
      id: 'customer',
      title: 'Customer',
      isWide: true,
      cell: ({ customer_name }) => customer_name,
      text: ({ customer_name }) => customer_name,
    },
    {
      id: 'customer_id',
      title: 'Customer ID',
      isOptional: true,
      cell: ({ customer_id }) => <span className="id">{customer_id}</span>,
      text: ({ customer_id }) => customer_id,
    },
    {
      id: 'total',
      title: 'Total',
      isNumber: true,
      cell: ({ total, currency }) => <b>{money(total, currency)}</b>,
      text: ({ total, currency }) => plainMoney(total, currency),
    },
    ...sums.map(sumColumn),
    currencyColumn,
    {
      id: 'reason',
      title: 'Reason',
      isWide: true,
      cell: ({ reason }) => reasonNames[reason],
      text: ({ reason }) => reasonNames[reason],
    },
    {
      id: 'period',
      title: 'Period',
      isWide: true,
      cell: ({ period_start, period_end }) => <Period from={period_start} to={period_end} />,
      text: ({ period_start }) => period_start,
    },
    {
      id: 'period_end',
      title: 'Period end',
      isOptional: true,
      cell: ({ period_end }) => <Moment at={period_end} />,
      text: ({ period_end }) => period_end,
    },
    { ...createdColumn, isWide: true },
    momentColumn('due_at', 'Due'),
    momentColumn('finalized_at', 'Issued'),
    momentColumn('paid_at', 'Paid on'),
    {
      id: 'subscription',
      title: 'Subscription',
      isOptional: true,
      cell: ({ subscription_id }) => <span className="id">{subscription_id}</span>,
      text: ({ subscription_id }) => subscription_id,
    },
    {
      id: 'id',
      title: 'Invoice ID',
      isOptional: true,
      cell: ({ id }) => <span className="id">{id}</span>,
      text: ({ id }) => id,
    },
  ],
  empty: {
    title: 'No invoices yet',
    text: 'Every period of a subscription gets an invoice.',
    next: {
      scope: 'subscriptions:write',
      text: (
        <>
          Create a <Link to="/subscriptions/new">subscription</Link> for the first one.
        </>
      ),
    },
  },
}

export function Invoices() {
  return <List config={config} />
}
