// Refund invariants for a payment.
import { MINUTE_MS } from '#kernel/clock.ts'
import { nextEvents } from '#kernel/machine.ts'
import { missingEvents, type Step, wrongEvents } from '#core/invariants/events.ts'
import { all, type Invariants } from '#core/invariants/invariants.ts'
import type { PaymentRecord, RefundRecord } from '#core/invariants/record.ts'
import { totalInto, totalFrom, unbackedTransfers } from '#core/invariants/transfers.ts'
import type { Moment } from '#core/operations/operation.ts'
import { refund as machine, type RefundStatus } from './state.ts'

export const invariants: Invariants = {
  payment: {
    '2': all(overRefunded, refundedAndDisputed),
    '3': unexplainedRefunds,
    '6': missingRefundEvents,
    '7': wrongRefundEvents,
    '8': unsentRefunds,
  },
}

/** A batch that is later than this is a violation. */
const OVERDUE_MS = 2 * MINUTE_MS

/** The amount sent to the customer, less what was returned. */
function sentBack({ transfers }: RefundRecord): number {
  return totalInto(transfers, 'acquirer_receivable') - totalFrom(transfers, 'acquirer_receivable')
}

/** A refund's share in its payment: the amount that moved, or the requested one while it is pending. */
function shareInPayment(record: RefundRecord): number {
  const { status, amount } = record.refund
  if (status === 'failed') return 0
  return status === 'succeeded' ? sentBack(record) : amount
}

function sumRefunded({ refunds }: PaymentRecord): number {
  return refunds.reduce((n, record) => n + shareInPayment(record), 0)
}

/** Pending refunds count. */
function overRefunded(record: PaymentRecord): string[] {
  const { amount_refunded, amount_received } = record.payment
  const violations: string[] = []
  const refunded = sumRefunded(record)
  if (refunded !== amount_refunded) {
    violations.push(`amount_refunded is ${amount_refunded}, its refunds are ${refunded}`)
  }
  if (refunded > amount_received) {
    violations.push(`refunded ${refunded} of ${amount_received} captured`)
  }
  return violations
}

/** A refund that was sent before the dispute was known is no violation. */
export function isRefundedAfterDispute({ refunds }: PaymentRecord): boolean {
  return refunds.some(({ refund }) => refund.status !== 'failed' && refund.is_after_dispute)
}

/**
 * A refund after a dispute must not return money that the dispute has taken. A dispute after a refund is not limited:
 * together they may exceed the captured amount.
 */
function refundedAndDisputed(record: PaymentRecord): string[] {
  const { amount_received } = record.payment
  const refunded = sumRefunded(record)
  const disputes = record.disputes.map(({ dispute }) => dispute)
  const taken = disputes.reduce((n, each) => n + each.amount_reserved + each.amount_lost, 0)
  if (taken === 0 || taken > amount_received || !isRefundedAfterDispute(record)) return []
  if (refunded + taken <= amount_received) return []
  return [`refunded ${refunded} and charged back ${taken} of ${amount_received} captured`]
}

/** Money that is reserved for a refund without an outcome: neither in the balance nor at the provider. */
function sumReserved({ transfers }: RefundRecord): number {
  const isEnd = (account: string) => account === 'available' || account === 'acquirer_receivable'
  return transfers.reduce((n, { debit, credit, amount }) => {
    return n + (isEnd(credit) ? 0 : amount) - (isEnd(debit) ? 0 : amount)
  }, 0)
}

function unexplainedRefunds({ payment, refunds }: PaymentRecord): string[] {
  return refunds.flatMap((record) => {
    const { refund_id, status, amount, currency, error_code } = record.refund
    // Reserved money is booked before the call; only what the provider moved needs its approval.
    const moved = record.transfers.filter(
      (row) => row.credit === 'acquirer_receivable' || row.debit === 'acquirer_receivable',
    )
    const violations = unbackedTransfers({ ...record, transfers: moved })
    const sent = sentBack(record)
    const isOther = error_code === 'amount_differs' && sent > 0
    const due = status !== 'succeeded' ? 0 : isOther ? sent : amount
    if (sent !== due) violations.push(`${refund_id} is ${status}, booked ${sent}`)
    const reserved = sumReserved(record)
    const isEnded = status === 'succeeded' || status === 'failed'
    if (reserved !== 0 && (isEnded || reserved !== amount)) {
      violations.push(`${refund_id} is ${status}, ${reserved} reserved`)
    }
    if (currency !== payment.currency) violations.push(`${refund_id} is in another currency`)
    return violations
  })
}

const toStateful = ({ refund }: RefundRecord) => ({ id: refund.refund_id, ...refund })

function missingRefundEvents({ refunds }: PaymentRecord, at: Moment): string[] {
  return refunds.flatMap((record) => missingEvents(record, toStateful(record), at))
}

function wrongRefundEvents({ refunds }: PaymentRecord, at: Moment): string[] {
  return refunds.flatMap((record) => wrongEvents(record, toStateful(record), at, isTransition))
}

/** There is no event for a pending refund. */
function isTransition(from: Step | undefined, { object: to, event_type }: Step): boolean {
  const before = (from?.object.status ?? 'pending') as RefundStatus
  return nextEvents(machine, before).has(`${event_type} ${to.status}`)
}

/** A pending refund is in flight or has a time at which it is sent. */
function unsentRefunds({ refunds }: PaymentRecord, { now }: Moment): string[] {
  return refunds.flatMap(({ refund, operations }) => {
    const { refund_id, status, send_at, operation_id } = refund
    if (status !== 'pending') return []
    if (operation_id !== null) {
      const operation = operations.find((row) => row.operation_id === operation_id)
      return operation?.finished_at === null ? [] : `${refund_id} is pending, its operation is over`
    }
    if (send_at === null) return `${refund_id} is pending and has no time to be sent`
    const late = now.getTime() - send_at.getTime()
    return late > OVERDUE_MS ? `${refund_id} is due for ${Math.round(late / 1000)} s` : []
  })
}
