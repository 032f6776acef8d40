import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { retries } from '../api/generated/tables.ts'
import { answerOf, api, type Schemas } from '../api/client.ts'
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
import { Status } from '../lib/status.tsx'
import { useId } from '../router.tsx'
import { Actions } from './actions.tsx'
import { objectsOf, paymentEventWords, stepsOf } from './timeline.ts'
import { adviceWords, methodOf, paymentWords } from './words.ts'

type Payment = Schemas['Payment']

const MOVING = new Set(['processing', 'requires_action'])

export function Payment() {
  const payment_id = useId()
  const payment = useQuery({
    queryKey: ['payments', payment_id],
    queryFn: async () => {
      const params = { path: { payment_id }, query: { expand: 'refunds,disputes' } }
      return (await answerOf(api.GET('/payments/{payment_id}', { params }))) as Payment
    },
    refetchInterval: pollWhile<Payment>(({ status }) => MOVING.has(status)),
  })
  return <Loaded query={payment}>{(data) => <Shown payment={data} />}</Loaded>
}

function Shown({ payment }: { payment: Payment }) {
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
      <Facts
        rows={[
          payment.capture_before === null
            ? ['Received', money(payment.amount_received, currency)]
            : ['Capture before', <Moment key="at" at={payment.capture_before} />],
          ['Customer', payment.email ?? payment.name ?? payment.customer_id ?? '–'],
          ['Method', methodOf(payment)],
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
              steps={stepsOf(payment)}
            />
            <Ledger object_id={objectsOf(payment)} version={payment.modified_at} />
          </>
        }
        side={
          <>
            <Card title="Details" aside={<Raw title={payment_id} value={payment} />}>
              <Details
                rows={[
                  ['Payment ID', <Id key="id">{payment_id}</Id>],
                  ['Order', payment.merchant_order_reference_id],
                  ['Description', payment.description],
                  ['Descriptor', payment.statement_descriptor],
                  ['Captured', money(payment.amount_received, currency)],
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
            {isKnown(payment) && (
              <Card
                title="Customer"
                aside={
                  payment.customer_id && <Link to={`/customers/${payment.customer_id}`}>Open</Link>
                }
              >
                <Details
                  rows={[
                    ['Name', payment.name],
                    ['E-mail', payment.email],
                    ['Phone', payment.phone],
                    [
                      'Customer ID',
                      payment.customer_id && <Id key="cus">{payment.customer_id}</Id>,
                    ],
                  ]}
                />
              </Card>
            )}
          </>
        }
      />
    </>
  )
}

/** Whether anything is known about who pays. */
function isKnown({ customer_id, name, email, phone }: Payment): boolean {
  return [customer_id, name, email, phone].some((each) => each !== null)
}

/** A payment of which only a part was captured says so. */
function PaymentStatus({ payment }: { payment: Payment }) {
  const { status, amount, amount_received, currency } = payment
  if (status === 'succeeded' && amount_received < amount) {
    return <span className="pill ok">Paid, {money(amount_received, currency)} captured</span>
  }
  return <Status words={paymentWords} status={status} />
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
