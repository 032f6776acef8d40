import { Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { type Invoice, isPart, isSettled } from '../invoices/words.ts'
import { Action } from '../lib/action.tsx'
import { useDays } from '../lib/days.tsx'
import { money } from '../lib/money.ts'
import { type Price, priceText } from '../plans/words.ts'
import { actionEstimateQuery } from './estimate.ts'
import type { DialogProps } from './known.ts'
import { DateField, toIsoTime } from './pause.tsx'
import { allows, type Subscription } from './words.ts'

type When = 'immediately' | 'end_of_term' | 'specific_date'
type Credit = 'none' | 'prorate' | 'full'

export function Cancel({ subscription, price, newest, close }: DialogProps) {
  const { id, profile_id, status, period_end } = subscription
  const { day } = useDays()
  const hasTerm = allows(status, 'stop_renewing') && period_end !== null
  const [when, setWhen] = useState<When>(hasTerm ? 'end_of_term' : 'immediately')
  const [at, setAt] = useState('')
  const [credit, setCredit] = useState<Credit>('none')
  const [reason, setReason] = useState('')
  const isDated = when === 'specific_date'
  const chosen = { cancel_option: when, cancel_at: isDated ? (toIsoTime(at) ?? null) : null }
  const credits = useCredits(subscription, chosen)
  // Without a date nothing is estimated, and credit can be chosen.
  const isUndated = isDated && chosen.cancel_at === null
  const isRead = credits.none !== undefined && credits.full !== undefined
  const isPaid = isUndated || (isRead && credits.full !== credits.none)
  return (
    <Action
      title="Cancel the subscription"
      leave="Close"
      verb={describeSubmit(when, price)}
      isDangerous
      isReady={!isDated || toIsoTime(at) !== undefined}
      close={close}
      run={post('/subscriptions/{subscription_id}/cancel', {
        params: { path: { subscription_id: id }, header: { 'X-Profile-Id': profile_id } },
        body: {
          ...chosen,
          ...(isPaid && when !== 'end_of_term' ? { credit_option: credit } : {}),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        },
      })}
      done={doneText}
    >
      <Radio.Group label="When" value={when} onChange={(value) => setWhen(value as When)}>
        <Stack gap="xs" mt="xs">
          {hasTerm && (
            <Radio value="end_of_term" label={`When the period ends, ${day(period_end)}`} />
          )}
          <Radio value="immediately" label="Now" />
          {isSchedulable(status) && <Radio value="specific_date" label="At a day and time" />}
        </Stack>
      </Radio.Group>
      {isDated && <DateField value={at} onChange={setAt} />}
      {isPaid && when !== 'end_of_term' && (
        <CreditChoice
          currency={subscription.invoice.currency}
          credits={credits}
          value={credit}
          onChange={setCredit}
        />
      )}
      <p className="flush">
        {consequence(subscription, newest, when, isPaid ? undefined : credits.none)}
      </p>
      <TextInput
        label="Reason"
        placeholder="For your team"
        maxLength={255}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Action>
  )
}

type Chosen = Pick<Schemas['CancelSubscriptionRequest'], 'cancel_option' | 'cancel_at'>

/** The credit by option: undefined until it is read, null if a later period is credited. */
type Credits = Readonly<Record<Credit, number | null | undefined>>

function useCredits(subscription: Subscription, chosen: Chosen): Credits {
  const isComplete = chosen.cancel_option !== 'specific_date' || chosen.cancel_at !== null
  const isAsked = isComplete && chosen.cancel_option !== 'end_of_term'
  const read = (credit_option: Credit) =>
    actionEstimateQuery(subscription, { cancel: { ...chosen, credit_option } }, isAsked)
  return {
    none: useQuery(read('none')).data?.credit_granted,
    prorate: useQuery(read('prorate')).data?.credit_granted,
    full: useQuery(read('full')).data?.credit_granted,
  }
}

function describeSubmit(when: When, price: Price | undefined): string {
  const what = price ? priceText(price) : 'the subscription'
  return when === 'immediately' ? `Cancel ${what} now` : `Cancel ${what}`
}

/** One that is not confirmed, or ends anyway, can only be cancelled now. */
function isSchedulable(status: string): boolean {
  return allows(status, 'cancel') && status !== 'created' && status !== 'onetime'
}

function doneText({ status }: Subscription): string {
  if (status === 'cancelled') return 'The subscription is cancelled.'
  return status === 'onetime'
    ? 'The subscription ends with this period and is not renewed.'
    : 'The cancellation is scheduled.'
}

function consequence(
  { invoice, status, pending_update }: Subscription,
  newest: Invoice | undefined,
  when: When,
  /** The credit for a period that has nothing left; undefined for any other. */
  kept: number | null | undefined,
): string {
  if (when === 'end_of_term') {
    return 'The customer keeps what is paid for until then. Nothing more is charged, and nothing is credited. This cannot be undone.'
  }
  if (when === 'specific_date') {
    return status === 'paused'
      ? 'While it is paused, nothing is charged. This cannot be undone.'
      : 'Until then it is renewed and charged as before. This cannot be undone.'
  }
  const open = isSettled(invoice.status)
    ? ''
    : ` The open invoice of ${money(invoice.amount, invoice.currency)} is voided.`
  if (status === 'trial') return `Nothing was charged in the trial, so nothing is lost.${open}`
  const nothing =
    kept === undefined
      ? ''
      : ' The present period has brought in nothing that is left, so nothing is credited.'
  const change = pending_update === null ? '' : ' The plan change is abandoned.'
  return `Nothing more is charged.${nothing}${change}${open}${partText(newest, kept)} This cannot be undone.`
}

/** Of the open invoice. */
function partText(newest: Invoice | undefined, kept: number | null | undefined): string {
  if (newest === undefined || !isPart(newest)) return ''
  const amount = kept ? `, ${money(kept, newest.currency)},` : ''
  return ` What was received of it${amount} becomes customer credit.`
}

interface CreditChoiceProps {
  currency: string
  credits: Credits
  value: Credit
  onChange: (value: Credit) => void
}

/** The choice between credit and loss for the rest of the period. */
function CreditChoice({ currency, credits, value, onChange }: CreditChoiceProps) {
  const { prorate = null, full = null } = credits
  const rest = prorate === null ? 'The unused part' : `About ${money(prorate, currency)}`
  const all =
    full === null ? 'Everything that the period will have brought in' : money(full, currency)
  return (
    <Radio.Group
      label="The paid period"
      value={value}
      onChange={(chosen) => onChange(chosen as Credit)}
      description="The customer's next invoices in this currency use credit. It is never paid out; for that, refund the payment."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Stack gap="xs" my="xs">
        <Radio
          value="none"
          label="No credit"
          description={`${rest} of the paid period is lost to the customer.`}
        />
        <Radio
          value="prorate"
          label="Credit for the unused time"
          description={`${rest} becomes customer credit: the unused share of the invoice, and never more than the period has brought in.`}
        />
        <Radio
          value="full"
          label="Credit for the whole period"
          description={`${all} becomes customer credit: money received and credit used, less refunds and earlier credit.`}
        />
      </Stack>
    </Radio.Group>
  )
}
