import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { machines } from '../api/generated/tables.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { money, parseMoney, plainMoney } from '../lib/money.ts'
import { type Offer, Offers } from '../lib/offers.tsx'
import { once } from '../lib/send.ts'

type Payment = Schemas['Payment']

const { transitions } = machines.Payment

/** What the state of the payment and the role of the person allow. `processing` has an action in flight already. */
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

function Capture({ payment, close }: DialogProps) {
  const { payment_id, amount_capturable, currency } = payment
  const amount = useAmount(amount_capturable, currency)
  return (
    <Action
      title="Capture the payment"
      verb={`Capture ${amount.text}`}
      isReady={amount.value !== undefined}
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/payments/{payment_id}/capture', {
            params: { path: { payment_id } },
            headers: once(key),
            body: { amount_to_capture: amount.value ?? 0 },
          }),
        )
      }
      done={(answer) => `${money(answer.amount_received, currency)} of the payment is captured.`}
    >
      {amount.input}
    </Action>
  )
}

/** Of everything that is left, or of a part that is suggested. */
export function Refund({ payment, close, suggested }: DialogProps & { suggested?: number }) {
  const { payment_id, currency, amount_refundable: most } = payment
  const amount = useAmount(most, currency, Math.min(suggested ?? most, most))
  const [reason, setReason] = useState('')
  return (
    <Action
      title="Refund the payment"
      verb={`Refund ${amount.text}`}
      isReady={amount.value !== undefined}
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/refunds', {
            headers: once(key),
            body: { payment_id, amount: amount.value ?? 0, ...(reason === '' ? {} : { reason }) },
          }),
        )
      }
      done={(refund) => `The refund of ${money(refund.amount, currency)} is ${refund.status}.`}
    >
      {amount.input}
      <TextInput
        label="Reason"
        description="For your team; the customer does not see it."
        value={reason}
        maxLength={255}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Action>
  )
}

const reasons = [
  { value: 'requested_by_customer', label: 'The customer asked for it' },
  { value: 'duplicate', label: 'Paid twice' },
  { value: 'fraudulent', label: 'It looks like fraud' },
  { value: 'abandoned', label: 'Abandoned' },
]

function Cancel({ payment, close }: DialogProps) {
  const { payment_id, amount_capturable, amount, currency } = payment
  const [reason, setReason] = useState<string | null>(null)
  const held = amount_capturable > 0
  return (
    <Action
      title="Cancel the payment"
      verb={`Cancel ${money(held ? amount_capturable : amount, currency)}`}
      isDangerous
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/payments/{payment_id}/cancel', {
            params: { path: { payment_id } },
            headers: once(key),
            body: reason === null ? {} : { cancellation_reason: reason },
          }),
        )
      }
      done={() => (held ? 'The hold is released.' : 'The payment is cancelled.')}
    >
      <p className="flush">
        {held
          ? `${money(amount_capturable, currency)} that is held is released to the customer. This cannot be undone.`
          : 'The customer can no longer pay. This cannot be undone.'}
      </p>
      <Select label="Reason" data={reasons} value={reason} onChange={setReason} clearable />
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
      run={(key) =>
        unwrapAnswer(
          api.POST('/payments/{payment_id}/approve', {
            params: { path: { payment_id } },
            headers: once(key),
          }),
        )
      }
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
      run={(key) =>
        unwrapAnswer(
          api.POST('/payments/{payment_id}/reject', {
            params: { path: { payment_id } },
            headers: once(key),
          }),
        )
      }
      done={() => 'The payment is rejected, and the hold is released.'}
    >
      <p className="flush">
        The money that is held goes back to the customer. This cannot be undone.
      </p>
    </Action>
  )
}

function useAmount(most: number, currency: string, suggested = most) {
  const [typed, setTyped] = useState(() => plainMoney(suggested, currency))
  const value = parseMoney(typed, currency)
  const isValid = value !== undefined && value > 0 && value <= most
  const input = (
    <TextInput
      label="Amount"
      inputMode="decimal"
      leftSection={<span className="faint">{currency}</span>}
      leftSectionWidth={52}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      description={`At most ${money(most, currency)}`}
      error={
        isValid
          ? null
          : `Enter an amount between ${money(1, currency)} and ${money(most, currency)}.`
      }
      data-autofocus
    />
  )
  return {
    input,
    value: isValid ? value : undefined,
    text: isValid ? money(value, currency) : '',
  }
}
