import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { breakable, Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Amount, Head, Note } from '../lib/head.tsx'
import { History } from '../lib/history.tsx'
import { Ledger } from '../lib/ledger.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { pollWhile } from '../lib/poll.ts'
import { Raw } from '../lib/raw.tsx'
import { Status } from '../lib/status.tsx'
import type { Step } from '../lib/timeline.tsx'
import { PaymentStatus } from '../payments/status.tsx'
import { describeMethod } from '../payments/words.ts'
import { useId } from '../lib/url.ts'
import { paymentQuery, refundQuery } from '../queries/objects.ts'
import { Actions } from './actions.tsx'
import {
  nextStep,
  refundEventWords,
  refundTypes,
  refundWords,
  shownWords,
  shownStatus,
} from './words.ts'

type Refund = Schemas['Refund']
type Payment = Schemas['Payment']

export function Refund() {
  const refund_id = useId()
  const refund = useQuery({
    ...refundQuery(refund_id),
    refetchInterval: pollWhile<Refund>((data) => shownStatus(data) === 'pending'),
  })
  return <Loaded query={refund}>{(data) => <RefundView refund={data} />}</Loaded>
}

/** The payment that is refunded, unless the role may not read it. */
function usePayment({ payment_id, modified_at }: Refund): Payment | undefined {
  const isAllowed = useMay()('payments:read')
  const { data } = useQuery({ ...paymentQuery(payment_id, modified_at), enabled: isAllowed })
  return data
}

function RefundView({ refund }: { refund: Refund }) {
  const { refund_id, amount, currency, modified_at } = refund
  const payment = usePayment(refund)
  return (
    <>
      <Head
        list={{ to: '/refunds', name: 'Refunds' }}
        id={refund_id}
        title={<Amount amount={amount} currency={currency} />}
        status={<Status words={shownWords} status={shownStatus(refund)} />}
        actions={<Actions refund={refund} payment={payment} />}
      />
      <Explained refund={refund} />
      <Facts rows={listFacts(refund, payment)} />
      <Columns
        main={
          <>
            <History
              object_id={refund_id}
              version={modified_at}
              words={refundEventWords}
              steps={[createdStep(refund)]}
              withoutEvents={endStep(refund)}
            />
            <Ledger object_id={refund_id} version={modified_at} />
          </>
        }
        side={<Side refund={refund} payment={payment} />}
      />
    </>
  )
}

function listFacts(refund: Refund, payment: Payment | undefined) {
  const { scheduled_at, completed_at, reason, currency, payment_id } = refund
  const method = payment && describeMethod(payment)
  return [
    shownStatus(refund) === 'scheduled'
      ? (['Will be sent', <Moment key="at" at={scheduled_at} />] as const)
      : ([
          'Completed',
          completed_at === null ? 'Not yet' : <Moment key="at" at={completed_at} />,
        ] as const),
    [
      'Of the payment',
      payment ? (
        <Link key="payment" to="/payments/$id" params={{ id: payment_id }}>
          {money(payment.amount, currency)}
        </Link>
      ) : (
        '–'
      ),
    ] as const,
    ['Method', method ?? 'The one that was used to pay'] as const,
    ['Reason', reason ?? '–'] as const,
  ]
}

/** Explains a status that is not plain. */
function Explained({ refund }: { refund: Refund }) {
  const { status, amount, currency, unified_code, error_code, error_message } = refund
  const sum = money(amount, currency)
  if (status === 'failed') {
    const codes = [unified_code, error_code].filter((code) => code !== null).join(' · ')
    return (
      <Note tone="bad" title={`The refund of ${sum} failed. The money is in your balance again.`}>
        <p>{nextStep(refund)}</p>
        <p className="faint">
          {codes}
          {error_message !== null && `: ${error_message}`}
        </p>
      </Note>
    )
  }
  if (status === 'review') {
    return (
      <Note tone="warn" title="The acquirer has not reported an outcome for nine days.">
        <p>
          It is not known whether the customer got {sum}. This service's operator asks the acquirer
          and enters the outcome. Do not pay the customer in another way before that.
        </p>
      </Note>
    )
  }
  if (error_code !== 'amount_differs') return null
  return (
    <Note tone="warn" title="The acquirer sent another amount than this one.">
      <p>{error_message}</p>
    </Note>
  )
}

function createdStep({ refund_id, created, reason, refund_type, amount, currency }: Refund): Step {
  const about = reason ?? (refund_type === 'Scheduled' ? 'Reserved until its batch is sent.' : null)
  return {
    key: refund_id,
    tone: 'mute',
    title: `Refund of ${money(amount, currency)} created`,
    ...(about === null ? {} : { about }),
    at: created,
  }
}

function endStep({ status, completed_at }: Refund): Step[] {
  const [tone, title] = refundWords[status] ?? ['mute', status]
  return completed_at === null ? [] : [{ key: 'end', tone, title, at: completed_at }]
}

function Side({ refund, payment }: { refund: Refund; payment: Payment | undefined }) {
  const { refund_id, payment_id, currency } = refund
  return (
    <>
      <Card title="Details" aside={<Raw title={refund_id} value={refund} />}>
        <Details
          rows={[
            ['Refund ID', <Id key="id">{refund_id}</Id>],
            ['Reason', refund.reason],
            ['Sending', refundTypes[refund.refund_type]],
            ['Acquirer ID', refund.connector_refund_id && <Id>{refund.connector_refund_id}</Id>],
            ...Object.entries(refund.metadata),
            ['Created', <Moment key="created" at={refund.created} />],
          ]}
        />
      </Card>
      <Card
        title="Payment"
        aside={
          payment && (
            <Link to="/payments/$id" params={{ id: payment_id }}>
              Open
            </Link>
          )
        }
      >
        <Details
          rows={[
            ['Amount', payment && money(payment.amount, currency)],
            ['Status', payment && <PaymentStatus payment={payment} />],
            ['Order', payment?.merchant_order_reference_id],
            [
              'Customer',
              refund.customer_id && (
                <Link to="/customers/$id" params={{ id: refund.customer_id }}>
                  {breakable(payment?.email ?? payment?.name ?? refund.customer_id)}
                </Link>
              ),
            ],
            ['Payment ID', <Id key="id">{payment_id}</Id>],
          ]}
        />
      </Card>
    </>
  )
}
