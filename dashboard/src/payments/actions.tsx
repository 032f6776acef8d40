import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { machines } from '../api/generated/tables.ts'
import { useMay, useUser } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import type { Field, Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { money, parseMoney, plainMoney } from '../lib/money.ts'
import { type Offer, Offers } from '../lib/offers.tsx'

type Payment = Schemas['Payment']

const { transitions } = machines.Payment

/** Lists the actions that the payment's state and the person's role allow. `processing` has an action in flight already. */
function listActions(payment: Payment, may: (scope: string) => boolean): Offer[] {
  const { status, amount_capturable, currency } = payment
  const allows = (name: keyof typeof transitions) =>
    status !== 'processing' && (transitions[name].from as readonly string[]).includes(status)
  const offers: Offer[] = []
  if (may('payments:write')) {
    if (allows('cancel') || allows('release_rest')) {
      offers.push({
        name: 'Cancel',
        dialog: (close) => <Cancel {...{ payment, close }} />,
      })
    }
    if (allows('reject')) {
      offers.push({
        name: 'Reject',
        dialog: (close) => <Reject {...{ payment, close }} />,
      })
    }
    if (allows('approve')) {
      offers.push({
        name: 'Approve',
        isPrimary: true,
        dialog: (close) => <Approve {...{ payment, close }} />,
      })
    }
    if (allows('capture')) {
      const name = `Capture ${money(amount_capturable, currency)}`
      offers.push({ name, isPrimary: true, dialog: (close) => <Capture {...{ payment, close }} /> })
    }
  }
  if (may('refunds:write') && payment.amount_refundable > 0) {
    offers.push({ name: 'Refund', dialog: (close) => <Refund {...{ payment, close }} /> })
  }
  return offers
}

export function Actions({ payment }: { payment: Payment }) {
  const may = useMay()
  return <Offers offers={listActions(payment, may)} />
}

interface DialogProps {
  payment: Payment
  close: () => void
}

/** An amount up to `most`. */
function amountField(most: number, currency: string) {
  const fault = `Enter an amount between ${money(1, currency)} and ${money(most, currency)}.`
  return {
    kind: 'amount',
    label: 'Amount',
    currency,
    description: `At most ${money(most, currency)}`,
    missing: fault,
    invalid: fault,
    check: (text) => (amountText(text, currency, most) === '' ? fault : undefined),
    isComplete: () => true,
    'data-autofocus': true,
  } satisfies Field
}

/** The amount on the button; empty if it cannot be sent. */
function amountText(text: string, currency: string, most: number): string {
  const value = parseMoney(text, currency) ?? 0
  return value > 0 && value <= most ? money(value, currency) : ''
}

function Capture({ payment, close }: DialogProps) {
  const { payment_id, amount_capturable, currency } = payment
  const form = useFields(
    { amount_to_capture: amountField(amount_capturable, currency) },
    { amount_to_capture: plainMoney(amount_capturable, currency) },
  )
  const sum = amountText(form.values.amount_to_capture, currency, amount_capturable)
  return (
    <Action
      title="Capture the payment"
      verb={`Capture ${sum}`}
      isReady={sum !== ''}
      form={form}
      close={close}
      run={post('/payments/{payment_id}/capture', {
        params: { path: { payment_id } },
        body: form.read(),
      })}
      done={(answer) => `${money(answer.amount_received, currency)} of the payment is captured.`}
    />
  )
}

const reason = {
  kind: 'text',
  label: 'Reason',
  isOptional: true,
  description: 'For your team; the customer does not see it.',
  maxLength: 255,
} satisfies Field

const outcomes: Readonly<Record<Schemas['Refund']['status'], string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  pending: 'is on its way',
  review: 'waits for a review',
}

/** The most that the person may refund now: the payment's earlier refunds count towards the role's limit. */
function useRefundLimit({ currency, amount_refundable, amount_refunded }: Payment) {
  const limits = useUser().refund_limit
  if (limits === null) return { most: amount_refundable }
  const limit = limits.find((each) => each.currency === currency)?.amount ?? 0
  const left = Math.max(0, limit - amount_refunded)
  if (left >= amount_refundable) return { most: amount_refundable }
  const text =
    limit === 0
      ? `Your role does not refund payments in ${currency}.`
      : `Your role refunds at most ${money(limit, currency)} of a payment, with its earlier refunds.`
  return { most: left, text: `${text} Ask a colleague whose role may refund more.` }
}

/** Refunds everything that is left, or the suggested part. */
export function Refund({ payment, close, suggested }: DialogProps & { suggested?: number }) {
  const { payment_id, currency } = payment
  const { most, text } = useRefundLimit(payment)
  const form = useFields(
    { amount: amountField(most, currency), reason },
    { amount: plainMoney(Math.min(suggested ?? most, most), currency) },
  )
  const sum = amountText(form.values.amount, currency, most)
  return (
    <Action
      title="Refund the payment"
      verb={`Refund ${sum}`}
      isReady={sum !== ''}
      form={form}
      close={close}
      run={post('/refunds', { body: { payment_id, ...form.read<{ amount: number }>() } })}
      done={(refund: Schemas['Refund']) =>
        `The refund of ${money(refund.amount, currency)} ${outcomes[refund.status]}.`
      }
    >
      {text && <p className="flush">{text}</p>}
      {most > 0 && form.all}
    </Action>
  )
}

const cancellation = {
  cancellation_reason: {
    kind: 'select',
    label: 'Reason',
    isOptional: true,
    clearable: true,
    data: [
      { value: 'requested_by_customer', label: 'The customer asked for it' },
      { value: 'duplicate', label: 'Paid twice' },
      { value: 'fraudulent', label: 'It looks like fraud' },
      { value: 'abandoned', label: 'Abandoned' },
    ],
  },
} satisfies Fields

function Cancel({ payment, close }: DialogProps) {
  const { payment_id, amount_capturable, amount, currency } = payment
  const form = useFields(cancellation)
  const held = amount_capturable > 0
  return (
    <Action
      title="Cancel the payment"
      leave="Close"
      verb={`Cancel ${money(held ? amount_capturable : amount, currency)}`}
      isDangerous
      form={form}
      close={close}
      run={post('/payments/{payment_id}/cancel', {
        params: { path: { payment_id } },
        body: form.read(),
      })}
      done={() => (held ? 'The hold is released.' : 'The payment is cancelled.')}
    >
      <p className="flush">
        {held
          ? `${money(amount_capturable, currency)} that is held is released to the customer. This cannot be undone.`
          : 'The customer can no longer pay. This cannot be undone.'}
      </p>
      {form.all}
    </Action>
  )
}

function Approve({ payment, close }: DialogProps) {
  const { payment_id, amount, currency } = payment
  return (
    <Action
      title="Approve the payment"
      verb={`Approve ${money(amount, currency)}`}
      close={close}
      run={post('/payments/{payment_id}/approve', { params: { path: { payment_id } } })}
      done={() => 'The payment is approved.'}
    >
      <p className="flush">Your rules held this payment. Approving it takes the money.</p>
    </Action>
  )
}

function Reject({ payment, close }: DialogProps) {
  const { payment_id, amount, currency } = payment
  return (
    <Action
      title="Reject the payment"
      verb={`Reject ${money(amount, currency)}`}
      isDangerous
      close={close}
      run={post('/payments/{payment_id}/reject', { params: { path: { payment_id } } })}
      done={() => 'The payment is rejected, and the hold is released.'}
    >
      <p className="flush">
        The money that is held goes back to the customer. This cannot be undone.
      </p>
    </Action>
  )
}
