// A customer's payments, refunds, disputes and subscriptions.
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { disputeWords, formatReason, isAnswerable } from '../disputes/words.ts'
import { Countdown } from '../lib/countdown.tsx'
import { Moment } from '../lib/dates.tsx'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { Pager, usePlace } from '../lib/pager.tsx'
import { Status } from '../lib/status.tsx'
import { Narrow, TableCard, type TableColumn } from '../lib/table.tsx'
import { PaymentStatus } from '../payments/status.tsx'
import { describeMethod } from '../payments/words.ts'
import { shownWords, shownStatus } from '../refunds/words.ts'
import { PlanName } from '../subscriptions/plan_name.tsx'
import { SubscriptionStatus } from '../subscriptions/status.tsx'

type PaymentRow = Schemas['PaymentList']['data'][number]
type DisputeRow = Schemas['DisputeList']['data'][number]
type RefundRow = Schemas['RefundList']['data'][number]
type Subscription = Schemas['Subscription']

const ROWS = 5

export interface OfCustomer {
  readonly customer_id: string
  /** Changes whenever the customer does. */
  readonly version: string
}

/** The list behind a card, with the customer as its filter. */
interface AllProps {
  to: '/payments' | '/refunds' | '/disputes' | '/subscriptions'
  customer_id: string
  count?: number
}

function All({ to, customer_id, count }: AllProps) {
  return (
    <Link to={to} search={{ customer_id }}>
      {count === undefined ? 'All' : `All ${wholeNumber(count)}`}
    </Link>
  )
}

const paymentColumns: readonly TableColumn<PaymentRow>[] = [
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ payment_id, amount, currency }) => (
      <Link to="/payments/$id" params={{ id: payment_id }}>
        {money(amount, currency)}
      </Link>
    ),
  },
  {
    title: 'Status',
    cell: (payment) => (
      <>
        <PaymentStatus payment={payment} />
        <Narrow>
          <Moment at={payment.created} />
        </Narrow>
      </>
    ),
  },
  { title: 'Method', isWide: true, cell: describeMethod },
  { title: 'Created', isWide: true, cell: ({ created }) => <Moment at={created} /> },
]

export function Payments({ customer_id, version }: OfCustomer) {
  const isAllowed = useMay()('payments:read')
  const place = usePlace('payments')
  const payments = useQuery({
    queryKey: ['payments', 'of', customer_id, version, place],
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    queryFn: () => {
      const query = { customer_id, limit: ROWS, ...place }
      return unwrapAnswer(api.GET('/payments/list', { params: { query } }))
    },
  })
  if (!isAllowed) return null
  const { data, has_more = false, total_count } = payments.data ?? {}
  return (
    <TableCard
      title="Payments"
      aside={
        data?.length ? (
          <All to="/payments" customer_id={customer_id} count={total_count ?? 0} />
        ) : undefined
      }
      query={payments}
      columns={paymentColumns}
      keyOf={({ payment_id }) => payment_id}
      empty="None yet. Payments that name this customer appear here."
      footer={
        <Pager
          of="payments"
          has_more={has_more}
          first={data?.[0]?.payment_id}
          last={data?.at(-1)?.payment_id}
        />
      }
    />
  )
}

const refundColumns: readonly TableColumn<RefundRow>[] = [
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ refund_id, amount, currency }) => (
      <Link to="/refunds/$id" params={{ id: refund_id }}>
        {money(amount, currency)}
      </Link>
    ),
  },
  {
    title: 'Status',
    cell: (refund) => (
      <>
        <Status words={shownWords} status={shownStatus(refund)} />
        <Narrow>
          <Moment at={refund.created} />
        </Narrow>
      </>
    ),
  },
  { title: 'Reason', isWide: true, cell: ({ reason }) => reason ?? '–' },
  { title: 'Created', isWide: true, cell: ({ created }) => <Moment at={created} /> },
]

export function Refunds({ customer_id, version }: OfCustomer) {
  const isAllowed = useMay()('refunds:read')
  const place = usePlace('refunds')
  const refunds = useQuery({
    queryKey: ['refunds', 'of', customer_id, version, place],
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    queryFn: () => {
      const query = { customer_id, limit: ROWS, ...place }
      return unwrapAnswer(api.GET('/refunds/list', { params: { query } }))
    },
  })
  if (!isAllowed) return null
  const { data, has_more = false, total_count } = refunds.data ?? {}
  return (
    <TableCard
      title="Refunds"
      aside={
        data?.length ? (
          <All to="/refunds" customer_id={customer_id} count={total_count ?? 0} />
        ) : undefined
      }
      query={refunds}
      columns={refundColumns}
      keyOf={({ refund_id }) => refund_id}
      empty="None yet. Open a payment to refund it."
      footer={
        <Pager
          of="refunds"
          has_more={has_more}
          first={data?.[0]?.refund_id}
          last={data?.at(-1)?.refund_id}
        />
      }
    />
  )
}

const disputeColumns: readonly TableColumn<DisputeRow>[] = [
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ dispute_id, amount, currency }) => (
      <Link to="/disputes/$id" params={{ id: dispute_id }}>
        {money(amount, currency)}
      </Link>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, challenge_required_by }) => (
      <>
        <Status words={disputeWords} status={status} />
        {isAnswerable(status) && (
          <small className="block">
            <Countdown until={challenge_required_by} />
          </small>
        )}
      </>
    ),
  },
  { title: 'Reason', isWide: true, cell: formatReason },
  { title: 'Opened', isWide: true, cell: ({ created }) => <Moment at={created} /> },
]

/** The newest ones; few customers have more. */
export function Disputes({ customer_id, version }: OfCustomer) {
  const isAllowed = useMay()('disputes:read')
  const query = { customer_id, limit: ROWS }
  const disputes = useQuery({
    queryKey: ['disputes', 'of', customer_id, version],
    enabled: isAllowed,
    queryFn: () => unwrapAnswer(api.GET('/disputes/list', { params: { query } })),
  })
  if (!isAllowed) return null
  const { data, total_count } = disputes.data ?? {}
  return (
    <TableCard
      title="Disputes"
      aside={
        data?.length ? (
          <All to="/disputes" customer_id={customer_id} count={total_count ?? 0} />
        ) : undefined
      }
      query={disputes}
      columns={disputeColumns}
      keyOf={({ dispute_id }) => dispute_id}
      empty="None. Payments that the cardholder's bank disputes appear here."
    />
  )
}

const subscriptionColumns: readonly TableColumn<Subscription>[] = [
  {
    title: 'Plan',
    cell: ({ id, plan_id }) => (
      <Link to="/subscriptions/$id" params={{ id }}>
        <PlanName plan_id={plan_id} />
      </Link>
    ),
  },
  {
    title: 'Status',
    cell: (subscription) => <SubscriptionStatus subscription={subscription} />,
  },
  { title: 'Since', isWide: true, cell: ({ created }) => <Moment at={created} /> },
  { title: 'Next invoice', cell: ({ next_billing_at }) => <Moment at={next_billing_at} /> },
]

export function Subscriptions({
  customer_id,
  query,
}: {
  customer_id: string
  query: UseQueryResult<{ data: readonly Subscription[] }>
}) {
  return (
    <TableCard
      title="Subscriptions"
      aside={
        query.data?.data.length ? <All to="/subscriptions" customer_id={customer_id} /> : undefined
      }
      query={query}
      columns={subscriptionColumns}
      keyOf={({ id }) => id}
      empty="None yet. This customer's subscriptions appear here."
    />
  )
}
