import { Link } from '@tanstack/react-router'
import { answerOf, api, type Schemas } from '../api/client.ts'
import { amountColumn, currencyColumn, dayFilters } from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { Moment } from '../lib/dates.tsx'
import { choicesFrom, choicesOf } from '../lib/status.tsx'
import { PaymentStatus } from './status.tsx'
import { methodNames, methodOf, paymentWords, typeChoices } from './words.ts'

type Row = Schemas['PaymentList']['data'][number]

const config: ListConfig<Row> = {
  name: 'payments',
  title: 'Payments',
  idOf: ({ payment_id }) => payment_id,
  pathOf: ({ payment_id }) => `/payments/${payment_id}`,
  read: (query) => answerOf(api.GET('/payments/list', { params: { query } })),
  filters: [
    { name: 'status', title: 'Status', kind: 'choice', choices: choicesOf(paymentWords) },
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
      cell: (payment) => <PaymentStatus payment={payment} />,
      text: ({ status }) => status,
    },
    { id: 'method', title: 'Method', isWide: true, cell: methodOf, text: methodOf },
    {
      id: 'customer',
      title: 'Customer',
      isWide: true,
      cell: ({ email, name, customer_id }) => email ?? name ?? customer_id ?? '–',
      text: ({ email, name, customer_id }) => email ?? name ?? customer_id,
    },
    {
      id: 'reference',
      title: 'Reference',
      isOptional: true,
      cell: (row) => row.merchant_order_reference_id ?? '–',
      text: (row) => row.merchant_order_reference_id,
    },
    {
      id: 'created',
      title: 'Created',
      cell: ({ created }) => <Moment at={created} />,
      text: ({ created }) => created,
    },
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
    text: 'Every payment appears here, also those that fail.',
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
