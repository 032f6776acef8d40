// Dispute invariants for a payment.
import { MINUTE_MS } from '#kernel/clock.ts'
import { missingEvents, type Step, wrongEvents } from '#core/invariants/events.ts'
import type { Invariants } from '#core/invariants/invariants.ts'
import type { DisputeRecord, PaymentRecord } from '#core/invariants/record.ts'
import { netBetween } from '#core/invariants/transfers.ts'
import type { Moment } from '#core/operations/operation.ts'
import { type DisputeState, type DisputeStatus, isLost, transitionsFrom } from './state.ts'

export const invariants: Invariants = {
  payment: {
    '2': wrongClaims,
    '3': unexplainedDisputes,
    '6': missingDisputeEvents,
    '7': wrongDisputeEvents,
    '8': overdueDisputes,
  },
}

/** A timer that is later than this is a violation. */
const TIMER_MS = 5 * MINUTE_MS

/** A dispute's reserved, lost and charged amounts follow from its transfers. */
function unexplainedDisputes({ disputes }: PaymentRecord): string[] {
  return disputes.flatMap(({ dispute, transfers }) => {
    const lost = netBetween(transfers, 'reserved_for_disputes', 'acquirer_receivable')
    const expected = {
      amount_reserved: netBetween(transfers, 'available', 'reserved_for_disputes') - lost,
      amount_lost: lost,
      fee: netBetween(transfers, 'available', 'fees'),
    }
    const violations = (Object.keys(expected) as (keyof typeof expected)[])
      .filter((name) => dispute[name] !== expected[name])
      .map((name) => `${dispute.dispute_id}: ${name} is ${dispute[name]}, booked ${expected[name]}`)
    const other = isLost(dispute.status as DisputeStatus)
      ? dispute.amount_reserved
      : dispute.amount_lost
    if (other !== 0) {
      violations.push(`${dispute.dispute_id} is ${dispute.status} with ${other} on the wrong side`)
    }
    return violations
  })
}

/** Refunds and disputes share one bound: the payment knows what its disputes claim. */
function wrongClaims({ payment, disputes }: PaymentRecord): string[] {
  const claimed = disputes.reduce((n, { dispute }) => n + dispute.amount_claimed, 0)
  if (payment.amount_disputed === claimed) return []
  return [`amount_disputed is ${payment.amount_disputed}, its disputes claim ${claimed}`]
}

const toStateful = ({ dispute }: DisputeRecord) => ({ id: dispute.dispute_id, ...dispute })

function missingDisputeEvents({ disputes }: PaymentRecord, at: Moment): string[] {
  return disputes.flatMap((record) => missingEvents(record, toStateful(record), at))
}

function wrongDisputeEvents({ disputes }: PaymentRecord, at: Moment): string[] {
  return disputes.flatMap((record) => wrongEvents(record, toStateful(record), at, isTransition))
}

function isTransition(from: Step | undefined, { object: to, event_type }: Step): boolean {
  if (to.status !== event_type) return false
  if (from === undefined) return event_type === 'dispute_opened'
  const { status, dispute_stage } = to as DisputeState
  return transitionsFrom(from.object as DisputeState).some(
    (step) => step.status === status && step.dispute_stage === dispute_stage,
  )
}

function overdueDisputes({ disputes }: PaymentRecord, { now }: Moment): string[] {
  return disputes.flatMap(({ dispute }: DisputeRecord) => {
    const { dispute_id, status, expire_at } = dispute
    const violations: string[] = []
    if ((status === 'dispute_opened') !== (expire_at !== null)) {
      violations.push(`${dispute_id} is ${status} ${expire_at ? 'with' : 'without'} a deadline`)
    }
    const late = now.getTime() - (expire_at?.getTime() ?? Infinity)
    if (late > TIMER_MS) {
      violations.push(`${dispute_id}: expire_at passed ${Math.round(late / 1000)} s ago`)
    }
    return violations
  })
}
