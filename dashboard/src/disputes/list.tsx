import { unwrapAnswer, api } from '../api/client.ts'
import { Countdown } from '../lib/countdown.tsx'
import { choicesFrom, toChoices, Status } from '../lib/status.tsx'
import { Narrow } from '../lib/table.tsx'
import {
  amountColumn,
  createdColumn,
  currencyColumn,
  createdFilter,
  currencyFilter,
} from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import {
  customerLabel,
  paymentColumns,
  type WithPayment,
  withPayments,
} from '../payments/labels.tsx'
import {
  type Dispute,
  disputeWords,
  isAnswerable,
  reasonNames,
  formatReason,
  stageNames,
  formatStage,
} from './words.ts'

type Row = Dispute & WithPayment

const config: ListConfig<Row> = {
  resource: 'disputes',
  name: 'disputes',
  title: 'Disputes',
  idOf: ({ dispute_id }) => dispute_id,
  target: ({ dispute_id }) => ({ to: '/disputes/$id', params: { id: dispute_id } }),
  read: async (query) => {
    const page = await unwrapAnswer(api.GET('/disputes/list', { params: { query } }))
    return { ...page, data: await withPayments(page.data) }
  },
  tabs: [
    {
      name: 'Needs your response',
      search: { status: 'dispute_opened', order: 'deadline' },
      empty: {
        title: 'No dispute needs your response',
        text: 'Disputes that wait for your evidence appear here, the earliest deadline first.',
      },
    },
    { name: 'All, newest first', search: { order: 'newest' } },
  ],
  filters: [
    { name: 'status', title: 'Status', kind: 'choice', choices: toChoices(disputeWords) },
    { name: 'dispute_stage', title: 'Stage', kind: 'choice', choices: choicesFrom(stageNames) },
    { name: 'reason', title: 'Reason', kind: 'choice', choices: choicesFrom(reasonNames) },
    createdFilter,
    currencyFilter,
    { name: 'payment_id', title: 'Payment', kind: 'text' },
    { name: 'customer_id', title: 'Customer', kind: 'text' },
  ],
  columns: [
    amountColumn,
    currencyColumn,
    {
      id: 'deadline',
      title: 'Time to respond',
      isWide: true,
      orders: { ascending: 'deadline' },
      cell: (row) =>
        isAnswerable(row.status) ? <Countdown until={row.challenge_required_by} /> : '–',
      text: ({ challenge_required_by }) => challenge_required_by,
    },
    {
      id: 'status',
      title: 'Status',
      cell: (row) => (
        <>
          <Status words={disputeWords} status={row.status} />
          {isAnswerable(row.status) && (
            <Narrow>
              <Countdown until={row.challenge_required_by} />
            </Narrow>
          )}
          <Narrow>{row.payment && customerLabel(row.payment)}</Narrow>
          <Narrow>{formatReason(row)}</Narrow>
        </>
      ),
      text: ({ status }) => status,
    },
    paymentColumns.customer,
    { ...paymentColumns.order, isOptional: true },
    {
      id: 'reason',
      title: 'Reason',
      isWide: true,
      cell: formatReason,
      text: ({ reason }) => reason,
    },
    {
      id: 'stage',
      title: 'Stage',
      isOptional: true,
      cell: formatStage,
      text: ({ dispute_stage }) => dispute_stage,
    },
    {
      id: 'payment',
      title: 'Payment',
      isOptional: true,
      cell: ({ payment_id }) => <span className="id">{payment_id}</span>,
      text: ({ payment_id }) => payment_id,
    },
    { ...createdColumn, title: 'Opened', isWide: true },
    {
      id: 'dispute_id',
      title: 'Dispute ID',
      isOptional: true,
      cell: ({ dispute_id }) => <span className="id">{dispute_id}</span>,
      text: ({ dispute_id }) => dispute_id,
    },
  ],
  empty: {
    title: 'No disputes',
    text: (
      <>
        When a cardholder asks their bank for the money back, the dispute appears here with the time
        that you have to respond. In test mode, a payment with the card{' '}
        <code>4000 0000 0000 0259</code> is disputed five seconds later.
      </>
    ),
  },
}

export function Disputes() {
  return <List config={config} />
}
