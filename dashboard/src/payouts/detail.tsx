import { Button, CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Countdown } from '../lib/countdown.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, type Detail, Details, Facts } from '../lib/details.tsx'
import { Amount, Head, Note } from '../lib/head.tsx'
import { History } from '../lib/history.tsx'
import { Ledger } from '../lib/ledger.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { pollWhile } from '../lib/poll.ts'
import { Raw } from '../lib/raw.tsx'
import { Status } from '../lib/status.tsx'
import type { Step } from '../lib/timeline.tsx'
import { useId } from '../lib/url.ts'
import { payoutQuery } from '../queries/objects.ts'
import { Actions } from './actions.tsx'
import { Approvals } from './approvals.tsx'
import styles from './form.module.css'
import { fieldLabels } from './methods.ts'
import {
  entityNames,
  describeMasked,
  describeMethod,
  describeNextStep,
  type Payout,
  payoutEventWords,
  payoutWords,
  priorityNames,
  recipientName,
} from './words.ts'

const MOVING = new Set(['requires_creation', 'initiated', 'pending'])

/** True while the status can change by itself. */
function isMoving({ status, auto_fulfill, confirmed_at }: Payout): boolean {
  const isDue = status === 'requires_fulfillment' && auto_fulfill && confirmed_at !== null
  return isDue || MOVING.has(status)
}

export function PayoutPage() {
  const payout_id = useId()
  const payout = useQuery({
    ...payoutQuery(payout_id),
    refetchInterval: pollWhile(isMoving),
  })
  return <Loaded query={payout}>{(data) => <PayoutView payout={data} />}</Loaded>
}

function PayoutView({ payout }: { payout: Payout }) {
  const { payout_id, amount, currency, status } = payout
  return (
    <>
      <Head
        list={{ to: '/payouts', name: 'Payouts' }}
        id={payout_id}
        title={<Amount amount={amount} currency={currency} />}
        status={<Status words={payoutWords} status={status} />}
        actions={<Actions payout={payout} />}
      />
      <NextStep payout={payout} />
      <Facts
        rows={[
          [
            'Recipient',
            <Link key="to" to="/customers/$id" params={{ id: payout.customer_id }}>
              {recipientName(payout)}
            </Link>,
          ],
          ['Method', describeMethod(payout)],
          payout.expires_at === null
            ? ['Last change', <Moment key="changed" at={payout.modified_at} />]
            : ['Time to send', <Countdown key="left" until={payout.expires_at} />],
          ['Sending', payout.auto_fulfill ? 'Automatic' : 'After your review'],
        ]}
      />
      <Columns
        main={
          <>
            <PayoutLink payout={payout} />
            <History
              object_id={payout_id}
              version={payout.modified_at}
              words={payoutEventWords}
              steps={listSteps(payout)}
              withoutEvents={listAttempts(payout)}
            />
            <Ledger object_id={payout_id} version={payout.modified_at} />
          </>
        }
        side={
          <>
            <Approvals payout={payout} />
            <About payout={payout} />
            <MethodCard payout={payout} />
            <Recipient payout={payout} />
          </>
        }
      />
    </>
  )
}

function NextStep({ payout }: { payout: Payout }) {
  const step = describeNextStep(payout)
  const mayWrite = useMay()('payouts:write')
  if (step === undefined) return null
  const { status, unified_code, error_message, customer_id, amount, currency } = payout
  const isTerminal = ['failed', 'ineligible', 'reversed', 'expired'].includes(status)
  return (
    <Note tone={step.tone} title={step.title}>
      <p>{step.text}</p>
      {unified_code !== null && (
        <p>
          {unified_code}
          {error_message !== null && `: ${error_message}`}
        </p>
      )}
      {isTerminal && mayWrite && (
        <p>
          <Link to="/payouts/new" search={{ customer_id, amount: String(amount), currency }}>
            New payout to the same recipient
          </Link>
        </p>
      )}
    </Note>
  )
}

/** Steps without an event. */
function listSteps({ payout_id, created, confirmed_at }: Payout): Step[] {
  const first: Step = { key: payout_id, tone: 'mute', title: 'Payout created', at: created }
  if (confirmed_at === null) return [first]
  return [{ key: 'confirmed', tone: 'info', title: 'Details confirmed', at: confirmed_at }, first]
}

/** Without the right to read events, the attempts still say when it was sent. */
function listAttempts({ attempts }: Payout): Step[] {
  return (attempts ?? []).map(({ attempt_id, created, unified_message }) => ({
    key: attempt_id,
    tone: unified_message === null ? ('info' as const) : ('bad' as const),
    title: 'Sent to the payout network',
    ...(unified_message === null ? {} : { about: unified_message }),
    at: created,
  }))
}

/** Only while the recipient can use it. */
function PayoutLink({ payout: { payout_link, status } }: { payout: Payout }) {
  const mayWrite = useMay()('payouts:write')
  const link = payout_link?.link
  if (typeof link !== 'string' || status !== 'requires_payout_method_data') return null
  return (
    <Card title="Payout link">
      <div className={styles.link}>
        <code>{link}</code>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </div>
      <p className={styles.linkText}>
        {mayWrite
          ? 'On this page the recipient enters where the money goes. Anyone with the whole link can do that, so send it over a channel that you trust.'
          : 'Your role sees the link without its secret part, so the page takes no details.'}
      </p>
    </Card>
  )
}

function About({ payout }: { payout: Payout }) {
  const { payout_id, priority, connector_transaction_id, entity_type } = payout
  return (
    <Card title="Details" aside={<Raw title={payout_id} value={payout} />}>
      <Details
        rows={[
          ['Payout ID', <Id key="id">{payout_id}</Id>],
          ['Description', payout.description],
          ['Reference', payout.merchant_order_reference_id],
          ['Priority', priority && (priorityNames[priority] ?? priority)],
          ['Recipient is', entity_type && (entityNames[entity_type] ?? entity_type)],
          ['Cancelled', payout.cancellation_reason],
          ['Payout network', payout.connector],
          ['Network ID', connector_transaction_id && <Id key="tx">{connector_transaction_id}</Id>],
          ['Attempts', payout.attempts && String(payout.attempts.length)],
          ['Created', <Moment key="created" at={payout.created} />],
          ['Expires', payout.expires_at && <Moment key="expires" at={payout.expires_at} />],
          ...metadataRows(payout),
        ]}
      />
    </Card>
  )
}

function metadataRows({ metadata }: Payout): Detail[] {
  return Object.entries(metadata ?? {})
}

function MethodCard({ payout }: { payout: Payout }) {
  const { payout_method_data, payout_method_id, recurring } = payout
  if (payout_method_data === null) return null
  const { name, details } = describeMasked(payout_method_data)
  return (
    <Card title="Method">
      <Details
        rows={[
          ['Kind', name],
          ...details
            .filter(([key]) => key !== 'last4')
            .map(
              ([key, value]): Detail => [
                fieldLabels[key] ?? key.replaceAll('_', ' '),
                value.replace(/^\*+/, '···· '),
              ],
            ),
          ['Saved as', payout_method_id && <Id key="pom">{payout_method_id}</Id>],
          ['Saved', recurring && payout_method_id === null ? 'When the payout is paid' : null],
        ]}
      />
    </Card>
  )
}

function Recipient({ payout: { customer, customer_id } }: { payout: Payout }) {
  const phone = [customer.phone_country_code, customer.phone].filter(Boolean).join(' ')
  return (
    <Card
      title="Recipient"
      aside={
        <Link to="/customers/$id" params={{ id: customer_id }}>
          Open
        </Link>
      }
    >
      <Details
        rows={[
          ['Name', customer.name],
          ['E-mail', customer.email],
          ['Phone', phone],
          ['Customer ID', <Id key="id">{customer_id}</Id>],
        ]}
      />
    </Card>
  )
}
