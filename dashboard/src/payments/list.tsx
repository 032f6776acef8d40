import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import {
  amountColumn,
  amountFilter,
  createdColumn,
  currencyColumn,
  createdFilter,
  currencyFilter,
  yesNo,
} from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { Moment } from '../lib/dates.tsx'
import { declines } from '../api/generated/declines.ts'
import { choicesFrom, toChoices } from '../lib/status.tsx'
import { Narrow } from '../lib/table.tsx'
import { customerLabel, orderLabel } from './labels.tsx'
import { PaymentStatus } from './status.tsx'
import { UndecidedNote } from './undecided.tsx'
import { methodNames, describeMethod, paymentWords, typeChoices } from './words.ts'

type Row = Schemas['PaymentList']['data'][number]

const config: ListConfig<Row> = {
  resource: 'payments',
  name: 'payments',
  title: 'Payments',
  idOf: ({ payment_id }) => payment_id,
  target: ({ payment_id }) => ({ to: '/payments/$id', params: { id: payment_id } }),
  read: (query) => unwrapAnswer(api.GET('/payments/list', { params: { query } })),
  tabs: [
    { name: 'All', search: {} },
    { name: 'Paid', search: { status: 'succeeded' } },
    { name: 'Failed', search: { status: 'failed' }, columns: ['decline'] },
    { name: 'Refunded', search: { is_refunded: 'true' } },
    { name: 'Disputed', search: { is_disputed: 'true' } },
  ],
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
    createdFilter,
    amountFilter,
    currencyFilter,
    {
      name: 'last4',
      title: 'Last four digits',
      kind: 'text',
      check: (text) =>
        /^\d{4}$/.test(text) ? undefined : 'Enter the last four digits of the card.',
    },
    {
      name: 'unified_code',
      title: 'Decline reason',
      kind: 'choice',
      choices: choicesFrom(declines),
    },
    { name: 'is_refunded', title: 'Refunded', kind: 'choice', choices: yesNo, isSingle: true },
    { name: 'is_disputed', title: 'Disputed', kind: 'choice', choices: yesNo, isSingle: true },
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
          {row.status === 'failed' && <Narrow>{row.unified_message}</Narrow>}
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
      id: 'decline',
      title: 'Reason',
      isOptional: true,
      isWide: true,
      cell: ({ unified_message }) => unified_message ?? '–',
      text: ({ unified_message }) => unified_message,
    },
    {
      id: 'reference',
      title: 'Reference',
      isWide: true,
      cell: orderLabel,
      text: (row) => row.merchant_order_reference_id,
    },
    {
      id: 'description',
      title: 'Description',
      isOptional: true,
      cell: ({ description }) => description ?? '–',
      text: ({ description }) => description,
    },
    { ...createdColumn, isWide: true },
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
  return <List config={config} banner={<UndecidedNote />} />
}
