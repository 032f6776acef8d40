// The next steps with their dates: the few sentences that a support agent needs.
import { CopyButton, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isSettled } from '../invoices/words.ts'
import { At } from '../lib/days.tsx'
import { Note } from '../lib/head.tsx'
import { money } from '../lib/money.ts'
import type { Tone } from '../lib/status.tsx'
import { type Invoice, isPart } from '../invoices/words.ts'
import type { Known } from './known.ts'
import { ChangeSteps, NewPlan } from './pending_change.tsx'
import { hasEnded, type Subscription } from './words.ts'

const DAY_MS = 86_400_000

type Pending = NonNullable<Subscription['pending_update']>

interface Next {
  readonly tone: Tone
  readonly title: ReactNode
  readonly about: ReactNode
}

export function NextSteps(known: Known) {
  const { tone, title, about } = describeNext(known)
  const { pause_at, cancel_at, status } = known.subscription
  return (
    <Note tone={tone} title={title}>
      <p>{about}</p>
      {pause_at !== null && (
        <p>
          It will be paused on <At at={pause_at} />.
        </p>
      )}
      {cancel_at !== null && status !== 'onetime' && (
        <p>
          It will be cancelled on <At at={cancel_at} />.
        </p>
      )}
    </Note>
  )
}

function describeNext(known: Known): Next {
  const { subscription, price, newest } = known
  const { status, next_billing_at, period_end, resume_at } = subscription
  if (hasEnded(subscription)) return describeEnded(subscription)
  if (status === 'created') return describeCreated(subscription)
  if (newest?.status === 'manual_review') return describeReview(newest)
  if (subscription.pending_update) return describePendingChange(known, subscription.pending_update)
  if (status === 'pending') return describePending(subscription)
  if (status === 'unpaid') return describeUnpaid(subscription, newest)
  if (status === 'paused') {
    return {
      tone: 'warn',
      title: 'Nothing is billed',
      about:
        resume_at === null ? (
          'It stays paused until you resume it.'
        ) : (
          <>
            It will be resumed on <At at={resume_at} />.
          </>
        ),
    }
  }
  if (status === 'onetime') {
    return {
      tone: 'warn',
      title: 'It is not renewed',
      about: (
        <>
          It is paid until <At at={period_end} /> and ends then. Nothing more is charged.
        </>
      ),
    }
  }
  const amount = price ? money(price.amount, price.currency) : 'The price'
  const less =
    subscription.coupon_code === null
      ? "the customer's credit"
      : "the coupon and the customer's credit"
  return {
    tone: status === 'trial' ? 'info' : 'ok',
    title:
      status === 'trial' ? 'The first charge is at the end of the trial' : 'It renews by itself',
    about: (
      <>
        {amount} is charged on <At at={next_billing_at} />, less {less} if there is any.
      </>
    ),
  }
}

const endings: Readonly<Record<string, string>> = {
  payment_failed: 'After the last retry the invoice was still not paid.',
  customer_deleted: 'The customer was deleted.',
}

function describeEnded({ status, ended_at, cancel_reason }: Subscription): Next {
  const titles: Readonly<Record<string, string>> = {
    cancelled: 'It was cancelled',
    failed: 'It could not go on',
  }
  return {
    tone: status === 'failed' ? 'bad' : 'mute',
    title: titles[status] ?? 'It has ended',
    about: (
      <>
        It ended on <At at={ended_at} />. Nothing more is billed.
        {cancel_reason !== null && ` ${endings[cancel_reason] ?? `Reason: ${cancel_reason}.`}`}
      </>
    ),
  }
}

function describeCreated({ created }: Subscription): Next {
  const until = new Date(Date.parse(created) + DAY_MS).toISOString()
  return {
    tone: 'warn',
    title: 'It waits for the first payment',
    about: (
      <>
        Your site must confirm it with the customer's payment method. Without that it ends on{' '}
        <At at={until} />, and nothing is charged.
      </>
    ),
  }
}

function describePending({ payment }: Subscription): Next {
  const action = (payment?.next_action ?? {}) as { redirect_to_url?: string }
  const url = action.redirect_to_url
  return {
    tone: 'info',
    title: url === undefined ? "A payment's outcome is not known yet" : 'The customer must act',
    about:
      url === undefined ? (
        'This page shows it as soon as the acquirer says it. Nothing has to be done.'
      ) : (
        <>
          The bank wants to know that it is them. Send this address to the customer:{' '}
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <UnstyledButton className="id wrap" onClick={copy}>
                {copied ? 'Copied' : url}
              </UnstyledButton>
            )}
          </CopyButton>
        </>
      ),
  }
}

/** The payment's outcome, or the customer's next step. */
function describePendingChange(known: Known, pending: Pending): Next {
  const { subscription } = known
  const { status, invoice } = subscription
  const amount = money(invoice.amount, invoice.currency)
  const isDeclined = status === 'unpaid'
  return {
    tone: isDeclined ? 'warn' : 'info',
    title: (
      <>
        The change to <NewPlan pending={pending} /> waits for {amount}
      </>
    ),
    about: (
      <>
        {isDeclined ? 'The payment was declined.' : describePending(subscription).about}{' '}
        <ChangeSteps known={known} pending={pending} />
      </>
    ),
  }
}

/** The merchant decides: about a part that was received, or about the payment. */
function describeReview(newest: Invoice): Next {
  const { id, amount, amount_received, currency, payment_id } = newest
  if (!isPart(newest)) {
    return {
      tone: 'warn',
      title: 'A payment is held for your review',
      about: payment_id !== null && (
        <Link to="/payments/$id" params={{ id: payment_id }}>
          Open the payment and approve or reject it
        </Link>
      ),
    }
  }
  return {
    tone: 'warn',
    title: `${money(amount_received, currency)} of ${money(amount, currency)} was received`,
    about: (
      <Link to="/invoices/$id" params={{ id }}>
        Open the invoice and accept the part or void it
      </Link>
    ),
  }
}

function describeUnpaid({ invoice }: Subscription, newest: Invoice | undefined): Next {
  const amount = money(invoice.amount, invoice.currency)
  const at = newest?.next_attempt_at
  return {
    tone: 'bad',
    title: `${amount} could not be collected`,
    about: isSettled(invoice.status) ? null : at ? (
      <>
        It is charged again on <At at={at} />. The customer can pay it with another card on the page
        of the invoice.
      </>
    ) : (
      'No further attempt is planned. The customer can pay it with another card on the invoice page.'
    ),
  }
}
