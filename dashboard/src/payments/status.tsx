import { money } from '../lib/money.ts'
import { Status } from '../lib/status.tsx'
import { paymentWords } from './words.ts'

interface Paid {
  readonly status: string
  readonly amount: number
  readonly amount_received: number
  readonly amount_refunded: number
  readonly currency: string
}

/** Marks a payment that was captured in part or refunded. */
export function PaymentStatus({ payment }: { payment: Paid }) {
  const { status, amount, amount_received, amount_refunded, currency } = payment
  if (status === 'succeeded' && amount_refunded > 0) {
    return amount_refunded < amount_received ? (
      <span className="pill ok">Paid, {money(amount_refunded, currency)} refunded</span>
    ) : (
      <span className="pill mute">Paid, then refunded</span>
    )
  }
  if (status === 'succeeded' && amount_received < amount) {
    return <span className="pill ok">Paid, {money(amount_received, currency)} captured</span>
  }
  return <Status words={paymentWords} status={status} />
}
