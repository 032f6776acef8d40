import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { useEntries } from '../audit/entries.ts'
import { isAnswerable } from '../disputes/words.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { At } from '../lib/days.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Amount, Head, Note } from '../lib/head.tsx'
import { History } from '../lib/history.tsx'
import { Ledger } from '../lib/ledger.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { pollWhile } from '../lib/poll.ts'
import { Raw } from '../lib/raw.tsx'
import { useId } from '../lib/url.ts'
import { Notes } from '../notes/notes.tsx'
import { useAccountName } from '../providers/account_name.ts'
import { RequestsCard } from '../requests/card.tsx'
import { paymentQuery } from '../queries/objects.ts'
import { Addresses, Items, Metadata, Origin, PaidCard } from './about.tsx'
import { Actions } from './actions.tsx'
import { listAttempts } from './attempts.tsx'
import { Decline } from './decline.tsx'
import { PaymentStatus } from './status.tsx'
import { listObjectIds, paymentEventWords, listSteps } from './timeline.ts'
import { describeMethod } from './words.ts'

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
  const accountName = useAccountName()
  const { created } = useEntries(payment_id, payment.modified_at)
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
          ...listThreeDs(payment),
        ]}
      />
      <Columns
        main={
          <>
            <History
              object_id={payment_id}
              version={payment.modified_at}
              words={paymentEventWords}
              steps={[...listSteps(payment), ...listAttempts(payment, accountName)]}
            />
            <Notes of="payment" id={payment_id} />
            <RequestsCard object_id={payment_id} version={payment.modified_at} />
            <Ledger object_id={listObjectIds(payment)} version={payment.modified_at} />
          </>
        }
        side={
          <>
            <About payment={payment} />
            <PaidCard payment={payment} />
            {isKnown(payment) && <Payer payment={payment} />}
            <Origin payment={payment} created={created} />
            <Items payment={payment} />
            <Addresses payment={payment} />
            <Metadata payment={payment} />
          </>
        }
      />
    </>
  )
}

function About({ payment }: { payment: Payment }) {
  const { payment_id, currency } = payment
  const account = useAccountName()(payment)
  const may = useMay()
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
          ['Confirmed', confirmedText(payment.attempt_count)],
          [
            'Account',
            payment.connector_id && may('connectors:read') ? (
              <Link key="account" to="/settings/providers">
                {account}
              </Link>
            ) : (
              account
            ),
          ],
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

/** One confirmation can make several attempts: a fallback follows within the same request. */
function confirmedText(count: number): string {
  if (count === 0) return 'Not yet'
  return count === 1 ? 'Once' : `${count} times`
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
          {may('disputes:write') ? 'Respond to the dispute' : 'See the dispute'}
        </Link>
        . You can respond until <At at={dispute.challenge_required_by} />.
      </p>
    </Note>
  )
}

/** Only cards have it; before a method is chosen the payment may still be one by card. */
function listThreeDs({ payment_method, authentication_type }: Payment): [string, string][] {
  if (payment_method !== null && payment_method !== 'card') return []
  return [['3-D Secure', authentication_type === 'three_ds' ? 'Asked for' : 'When the issuer asks']]
}
