import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { amountColumn, createdColumn, currencyColumn, dayFilters } from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { Moment } from '../lib/dates.tsx'
import { choicesFrom, toChoices } from '../lib/status.tsx'
import { Narrow } from '../lib/table.tsx'
import { PaymentStatus } from './status.tsx'
import { methodNames, describeMethod, paymentWords, typeChoices } from './words.ts'

type Row = Schemas['PaymentList']['data'][number]

function customerLabel({ email, name, customer_id }: Row): string | null {
  return email ?? name ?? customer_id
}

const config: ListConfig<Row> = {
  resource: 'payments',
  name: 'payments',
  title: 'Payments',
  idOf: ({ payment_id }) => payment_id,
  target: ({ payment_id }) => ({ to: '/payments/$id', params: { id: payment_id } }),
  read: (query) => unwrapAnswer(api.GET('/payments/list', { params: { query } })),
  filters: [
    { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(paymentWords) },
    {
      name: 'payment_method',
      title: 'Method',
      kind: 'choice',
      choices: choicesFrom(methodNames),
    },
    {
      name: 'payment_method_type',
      title: 'Method type',
      kind: 'choice',
      choices: typeChoices,
    },
    ...dayFilters,
    { name: 'currency', title: 'Currency', kind: 'text' },
    { name: 'email', title: 'E-mail', kind: 'text' },
    { name: 'customer_id', title: 'Customer', kind: 'text' },
    { name: 'merchant_order_reference_id', title: 'Reference', kind: 'text' },
  ],
  columns: [
    amountColumn,
    currencyColumn,
    {
      id: 'status',
      title: 'Status',
      cell: (row) => (
        <>
          <PaymentStatus payment={row} />
          <Narrow>{customerLabel(row)}</Narrow>
          <Narrow>
            <Moment at={row.created} />
          </Narrow>
        </>
      ),
      text: ({ status }) => status,
    },
    { id: 'method', title: 'Method', isWide: true, cell: describeMethod, text: describeMethod },
    {
      id: 'customer',
      title: 'Customer',
      isWide: true,
      cell: (row) => customerLabel(row) ?? '–',
      text: customerLabel,
    },
    {
      id: 'reference',
      title: 'Reference',
      isOptional: true,
      cell: (row) => row.merchant_order_reference_id ?? '–',
      text: (row) => row.merchant_order_reference_id,
    },
    createdColumn,
    {
      id: 'payment_id',
      title: 'Payment ID',
      isOptional: true,
      cell: ({ payment_id }) => <span className="id">{payment_id}</span>,
      text: ({ payment_id }) => payment_id,
    },
  ],
  empty: {
    title: 'No payments yet',
    text: 'All payments appear here, including failed ones.',
    next: {
      scope: 'payment_links:write',
      text: (
        <>
          Share a <Link to="/payment-links/new">payment link</Link>, or make a payment with{' '}
          <code>POST /payments</code>.
        </>
      ),
    },
  },
}

export function Payments() {
  return <List config={config} />
}
