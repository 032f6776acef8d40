import { Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { isSettled } from '../invoices/words.ts'
import { Action } from '../lib/action.tsx'
import { useDays } from '../lib/days.tsx'
import { ORDER } from '../lib/fields.tsx'
import { money } from '../lib/money.ts'
import { actionEstimateQuery } from './estimate.ts'
import type { DialogProps } from './known.ts'
import type { Subscription } from './words.ts'

type ActionEstimate = Schemas['SubscriptionActionEstimate']

interface WhenFieldProps {
  value: string
  onChange: (value: string) => void
}

/** A moment in the time zone of the device. */
export function DateField({ value, onChange }: WhenFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label="Day and time"
      description="In your time zone, in the future."
      inputWrapperOrder={ORDER}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function toIsoTime(typed: string): string | undefined {
  return Number.isNaN(Date.parse(typed)) ? undefined : new Date(typed).toISOString()
}

type When = 'immediately' | 'end_of_term' | 'specific_date'

export function Pause({ subscription, close }: DialogProps) {
  const { id, profile_id, period_end, status, pending_update } = subscription
  const { day } = useDays()
  const [when, setWhen] = useState<When>('immediately')
  const [at, setAt] = useState('')
  const isDated = when === 'specific_date'
  return (
    <Action
      title="Pause the subscription"
      verb={when === 'immediately' ? 'Pause now' : 'Schedule the pause'}
      isReady={!isDated || toIsoTime(at) !== undefined}
      close={close}
      run={post('/subscriptions/{subscription_id}/pause', {
        params: { path: { subscription_id: id }, header: { 'X-Profile-Id': profile_id } },
        body: { pause_option: when, ...(isDated ? { pause_at: toIsoTime(at) ?? null } : {}) },
      })}
      done={(answer) =>
        answer.status === 'paused'
          ? 'The subscription is paused. Nothing is billed until you resume it.'
          : 'The pause is scheduled.'
      }
    >
      <Radio.Group label="When" value={when} onChange={(value) => setWhen(value as When)}>
        <Stack gap="xs" mt="xs">
          <Radio value="immediately" label="Now" />
          {period_end !== null && (
            <Radio value="end_of_term" label={`When the period ends, ${day(period_end)}`} />
          )}
          <Radio value="specific_date" label="At a day and time" />
        </Stack>
      </Radio.Group>
      {isDated && <DateField value={at} onChange={setAt} />}
      <p className="flush">
        Nothing is billed while it is paused. Time that is paid for already runs on and is not added
        later.
        {pending_update !== null
          ? ' The plan change that waits for its payment is abandoned, and its invoice is voided.'
          : status === 'unpaid' &&
            ' The open invoice is not collected meanwhile; the customer can pay it on its page.'}
      </p>
    </Action>
  )
}

export function Resume({ subscription, close }: DialogProps) {
  const { id, profile_id, period_end, invoice } = subscription
  const { day } = useDays()
  const [when, setWhen] = useState<'immediately' | 'specific_date'>('immediately')
  const [at, setAt] = useState('')
  const [unpaid, setUnpaid] = useState<'no_action' | 'schedule_payment_collection'>('no_action')
  const isDated = when === 'specific_date'
  const isOpen = !isSettled(invoice.status)
  const open = money(invoice.amount, invoice.currency)
  const chosen = {
    resume_option: when,
    resume_date: isDated ? (toIsoTime(at) ?? null) : null,
    unpaid_invoices_handling: isOpen ? unpaid : null,
  }
  const isComplete = !isDated || chosen.resume_date !== null
  const { data: estimate } = useQuery(
    actionEstimateQuery(subscription, { resume: chosen }, isComplete),
  )
  const charged = estimate && estimate.amount > 0 && money(estimate.amount, estimate.currency)
  return (
    <Action
      title="Resume the subscription"
      verb={isDated ? 'Schedule it' : charged ? `Resume and charge ${charged}` : 'Resume'}
      isReady={isComplete}
      close={close}
      run={post('/subscriptions/{subscription_id}/resume', {
        params: { path: { subscription_id: id }, header: { 'X-Profile-Id': profile_id } },
        body: chosen,
      })}
      done={resumedText}
    >
      <Radio.Group label="When" value={when} onChange={(value) => setWhen(value as typeof when)}>
        <Stack gap="xs" mt="xs">
          <Radio value="immediately" label="Now" />
          <Radio value="specific_date" label="At a day and time" />
        </Stack>
      </Radio.Group>
      {isDated && <DateField value={at} onChange={setAt} />}
      {isOpen && (
        <Radio.Group
          label={`The open invoice of ${open}`}
          value={unpaid}
          onChange={(value) => setUnpaid(value as typeof unpaid)}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="no_action"
              label="Void it and go on without it"
              description="It cannot be paid any more, and credit that it used returns to the customer."
            />
            <Radio
              value="schedule_payment_collection"
              label="Collect it now"
              description="If it is declined, it is retried on the profile's schedule."
            />
          </Stack>
        </Radio.Group>
      )}
      <p className="flush">
        {estimate && describeResume(estimate, open, period_end === null ? '' : day(period_end))}
      </p>
    </Action>
  )
}

/** The voided and charged invoices, in their order. */
function describeResume(estimate: ActionEstimate, open: string, end: string): string {
  const { invoices, voided_invoice_id, currency } = estimate
  const isVoided = voided_invoice_id !== null
  const isCollected = invoices.some(({ invoice_id }) => invoice_id !== null)
  const fresh = invoices.find(({ invoice_id }) => invoice_id === null)
  const start = isVoided ? `The open invoice of ${open} is voided. ` : ''
  if (fresh) {
    const amount = money(fresh.amount, currency)
    return isCollected
      ? `The open invoice of ${open} is charged first. Once it is paid, a new period begins, and ${amount} is charged too.`
      : `${start}The period has ended. A new one begins at once, and ${amount} is charged.`
  }
  if (isCollected) {
    return `The open invoice of ${open} is charged again. The next invoice is on ${end}.`
  }
  return isVoided
    ? `${start}Nothing is charged for the current period, and it is worth nothing. The next invoice is on ${end}.`
    : `It is paid until ${end}. If it is resumed before that, nothing is charged now; later, a new period begins and its price is charged at once.`
}

function resumedText({ status, invoice }: Subscription): string {
  const amount = money(invoice.amount, invoice.currency)
  if (status === 'paused') return 'The resumption is scheduled.'
  if (status === 'unpaid') return `The subscription is resumed, but ${amount} was declined.`
  if (status === 'pending') {
    return `The subscription is resumed. The outcome of the ${amount} payment is not known yet.`
  }
  return 'The subscription is resumed.'
}
