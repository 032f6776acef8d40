import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { retries } from '../api/generated/tables.ts'
import type { Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { isAnswerable } from '../disputes/words.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Amount, Head, Note } from '../lib/head.tsx'
import { History } from '../lib/history.tsx'
import { Ledger } from '../lib/ledger.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { pollWhile } from '../lib/poll.ts'
import { Raw } from '../lib/raw.tsx'
import { useId } from '../lib/url.ts'
import { paymentQuery } from '../queries/objects.ts'
import { Actions } from './actions.tsx'
import { PaymentStatus } from './status.tsx'
import { listObjectIds, paymentEventWords, listSteps } from './timeline.ts'
import { adviceWords, describeMethod } from './words.ts'

type Payment = Schemas['Payment']

const MOVING = new Set(['processing', 'requires_action'])

export function Payment() {
  const payment_id = useId()
  const payment = useQuery({
    ...paymentQuery(payment_id),
    refetchInterval: pollWhile<Payment>(({ status }) => MOVING.has(status)),
  })
  return <Loaded query={payment}>{(data) => <PaymentView payment={data} />}</Loaded>
}

function PaymentView({ payment }: { payment: Payment }) {
  const { payment_id, amount, currency } = payment
  return (
    <>
      <Head
        list={{ to: '/payments', name: 'Payments' }}
        id={payment_id}
        title={<Amount amount={amount} currency={currency} />}
        status={<PaymentStatus payment={payment} />}
        actions={<Actions payment={payment} />}
      />
      <Decline payment={payment} />
      <Disputed payment={payment} />
      <Facts
        rows={[
          payment.capture_before === null
            ? ['Received', money(payment.amount_received, currency)]
            : ['Capture before', <Moment key="at" at={payment.capture_before} />],
          ['Customer', payment.email ?? payment.name ?? payment.customer_id ?? '–'],
          ['Method', describeMethod(payment)],
          [
            '3-D Secure',
            payment.authentication_type === 'three_ds' ? 'Asked for' : 'When the issuer asks',
          ],
        ]}
      />
      <Columns
        main={
          <>
            <History
              object_id={payment_id}
              version={payment.modified_at}
              words={paymentEventWords}
              steps={listSteps(payment)}
            />
            <Ledger object_id={listObjectIds(payment)} version={payment.modified_at} />
          </>
        }
        side={
          <>
            <About payment={payment} />
            {isKnown(payment) && <Payer payment={payment} />}
          </>
        }
      />
    </>
  )
}

function About({ payment }: { payment: Payment }) {
  const { payment_id, currency } = payment
  return (
    <Card title="Details" aside={<Raw title={payment_id} value={payment} />}>
      <Details
        rows={[
          ['Payment ID', <Id key="id">{payment_id}</Id>],
          ['Order', payment.merchant_order_reference_id],
          ['Description', payment.description],
          ['Descriptor', payment.statement_descriptor],
          ['Captured', money(payment.amount_received, currency)],
          ['Refunded', money(payment.amount_refunded, currency)],
          ['Capturable', money(payment.amount_capturable, currency)],
          ['Attempts', String(payment.attempt_count)],
          ['Acquirer', payment.connector],
          [
            'Acquirer ID',
            payment.connector_transaction_id && (
              <Id key="tx">{payment.connector_transaction_id}</Id>
            ),
          ],
          ['Created', <Moment key="created" at={payment.created} />],
        ]}
      />
    </Card>
  )
}

function Payer({ payment }: { payment: Payment }) {
  return (
    <Card
      title="Customer"
      aside={
        payment.customer_id && (
          <Link to="/customers/$id" params={{ id: payment.customer_id }}>
            Open
          </Link>
        )
      }
    >
      <Details
        rows={[
          ['Name', payment.name],
          ['E-mail', payment.email],
          ['Phone', payment.phone],
          ['Customer ID', payment.customer_id && <Id key="cus">{payment.customer_id}</Id>],
        ]}
      />
    </Card>
  )
}

/** True if anything is known about the payer. */
function isKnown({ customer_id, name, email, phone }: Payment): boolean {
  return [customer_id, name, email, phone].some((each) => each !== null)
}

/** Why it failed, and what to do next. */
function Decline({
  payment: { status, unified_code, unified_message, error_code, error_message },
}: {
  payment: Payment
}) {
  if (status !== 'failed' || unified_code === null) return null
  return (
    <Note tone="bad" title={unified_message ?? 'The payment failed.'}>
      <p>{adviceWords[retries[unified_code] ?? '']}</p>
      <p className="faint">
        {unified_code}
        {error_code !== null && ` · ${error_code}`}
        {error_message !== null && `: ${error_message}`}
      </p>
    </Note>
  )
}

/** An open dispute reserves the money: it is answered, not refunded. */
function Disputed({ payment: { currency, disputes } }: { payment: Payment }) {
  const may = useMay()
  const dispute = (disputes ?? []).find(({ dispute_status }) => isAnswerable(dispute_status))
  if (dispute === undefined) return null
  return (
    <Note
      tone="warn"
      title={`The cardholder wants ${money(dispute.amount, currency)} back through their bank`}
    >
      <p>
        This amount cannot be refunded meanwhile.{' '}
        <Link to="/disputes/$id" params={{ id: dispute.dispute_id }}>
          {may('disputes:write') ? 'Answer the dispute' : 'See the dispute'}
        </Link>
        , which can be answered until <Moment at={dispute.challenge_required_by} />.
      </p>
    </Note>
  )
}
