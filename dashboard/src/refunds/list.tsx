import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import {
  amountColumn,
  amountFilter,
  createdColumn,
  currencyColumn,
  createdFilter,
  currencyFilter,
} from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { Moment } from '../lib/dates.tsx'
import { choicesFrom, toChoices, Status } from '../lib/status.tsx'
import { Narrow } from '../lib/table.tsx'
import {
  customerLabel,
  paymentColumns,
  type WithPayment,
  withPayments,
} from '../payments/labels.tsx'
import { methodNames } from '../payments/words.ts'
import { refundTypes, refundWords, shownWords, shownStatus } from './words.ts'

type Row = Schemas['RefundList']['data'][number] & WithPayment

const config: ListConfig<Row> = {
  resource: 'refunds',
  name: 'refunds',
  title: 'Refunds',
  idOf: ({ refund_id }) => refund_id,
  target: ({ refund_id }) => ({ to: '/refunds/$id', params: { id: refund_id } }),
  read: async (query) => {
    const page = await unwrapAnswer(api.GET('/refunds/list', { params: { query } }))
    return { ...page, data: await withPayments(page.data) }
  },
  filters: [
    { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(refundWords) },
    { name: 'refund_type', title: 'Sending', kind: 'choice', choices: choicesFrom(refundTypes) },
    { name: 'payment_method', title: 'Method', kind: 'choice', choices: choicesFrom(methodNames) },
    createdFilter,
    amountFilter,
    currencyFilter,
    { name: 'payment_id', title: 'Payment', kind: 'text' },
    { name: 'customer_id', title: 'Customer', kind: 'text' },
    { name: 'refund_id', title: 'Refund ID', kind: 'text' },
  ],
  columns: [
    amountColumn,
    currencyColumn,
    {
      id: 'status',
      title: 'Status',
      cell: (row) => (
        <>
          <Status words={shownWords} status={shownStatus(row)} />
          <Narrow>{row.payment && customerLabel(row.payment)}</Narrow>
          <Narrow>
            <Moment at={row.created} />
          </Narrow>
        </>
      ),
      text: ({ status }) => status,
    },
    paymentColumns.customer,
    paymentColumns.order,
    {
      id: 'reason',
      title: 'Reason',
      isWide: true,
      cell: ({ reason }) => reason ?? '–',
      text: ({ reason }) => reason,
    },
    {
      id: 'payment',
      title: 'Payment',
      isOptional: true,
      cell: ({ payment_id }) => <span className="id">{payment_id}</span>,
      text: ({ payment_id }) => payment_id,
    },
    {
      id: 'customer_id',
      title: 'Customer ID',
      isOptional: true,
      cell: ({ customer_id }) => customer_id ?? '–',
      text: ({ customer_id }) => customer_id,
    },
    { ...createdColumn, isWide: true },
    {
      id: 'completed',
      title: 'Completed',
      isOptional: true,
      cell: ({ completed_at }) => <Moment at={completed_at} />,
      text: ({ completed_at }) => completed_at,
    },
    {
      id: 'refund_id',
      title: 'Refund ID',
      isOptional: true,
      cell: ({ refund_id }) => <span className="id">{refund_id}</span>,
      text: ({ refund_id }) => refund_id,
    },
  ],
  empty: {
    title: 'No refunds yet',
    text: 'Money that you send back to customers appears here.',
    next: {
      scope: 'refunds:write',
      text: (
        <>
          Open a <Link to="/payments">payment</Link> and choose “Refund”, or use{' '}
          <code>POST /refunds</code>.
        </>
      ),
    },
  },
}

export function Refunds() {
  return <List config={config} />
}
