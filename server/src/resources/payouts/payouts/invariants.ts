// Payout invariants, as plain functions on the record.
import { MINUTE_MS } from '#kernel/clock.ts'
import { nextEvents } from '#kernel/machine.ts'
import { missingEvents, type Stateful, wrongEvents } from '#core/invariants/events.ts'
import type { Invariants } from '#core/invariants/invariants.ts'
import { unpolled, wrongCurrency } from '#core/invariants/operations.ts'
import type { ObjectRecord, PayoutRecord } from '#core/invariants/record.ts'
import {
  isDone,
  ofOperation,
  totalInto,
  totalByCause,
  totalFrom,
} from '#core/invariants/transfers.ts'
import { isOpen, type Moment, type OperationRow } from '#core/operations/operation.ts'
import { payout as machine, type PayoutStatus } from './state.ts'

export const invariants: Invariants = {
  payout: {
    '1': (record) => wrongCurrency(record, record.payout.currency),
    '3': unexplained,
    '6': (record, at) => missingEvents(record, toStateful(record), at),
    '7': wrongPayoutEvents,
    '8': forgotten,
    '9': paidTwice,
    '10': foreign,
  },
}

/** A payout past its deadline has expired within this time. */
const TIMER_MS = 5 * MINUTE_MS

/** States in which the money has left the balance and has not arrived. */
export const IN_TRANSIT: ReadonlySet<string> = new Set<PayoutStatus>([
  'requires_creation',
  'initiated',
  'pending',
])

/** Money is where the state says: in the balance, in transit, paid, or returned. */
function unexplained({ payout, operations, transfers }: PayoutRecord): string[] {
  const { status, amount, operation_id } = payout
  const inTransit =
    totalInto(transfers, 'payouts_in_transit') - totalFrom(transfers, 'payouts_in_transit')
  const due = IN_TRANSIT.has(status) ? amount : 0
  const violations: string[] = []
  if (inTransit !== due) {
    violations.push(`is ${status}: ${inTransit} in transit in the books, should be ${due}`)
  }
  const own = operation_id === null ? [] : ofOperation(transfers, operation_id)
  const isPaid = status === 'success' || status === 'reversed'
  if (isPaid !== totalByCause(own, 'payout_paid') > 0) {
    violations.push(`is ${status}: ${totalByCause(own, 'payout_paid')} paid in the books`)
  }
  if ((status === 'reversed') !== totalByCause(own, 'payout_returned') > 0) {
    violations.push(`is ${status}: ${totalByCause(own, 'payout_returned')} returned in the books`)
  }
  return [...violations, ...operations.flatMap((row) => wrongTransfers(row, transfers))]
}

/** Each operation took its money from the balance; the paid part left, and the rest came back. */
function wrongTransfers(row: OperationRow, transfers: ObjectRecord['transfers']): string[] {
  const own = ofOperation(transfers, row.operation_id)
  const of = (cause: string) => totalByCause(own, cause)
  const paid = of('payout_paid')
  const isLate = row.status === 'late'
  const taken = of('payout') + of('payout_excess')
  const pairs: [what: string, booked: number, due: number][] = [
    // An operation that was lost and adopted took nothing out before.
    ['payout', of('payout'), isLate ? of('payout_failed') : row.amount],
    ['payout_late', of('payout_late'), isLate ? paid : 0],
    ['payout_excess', of('payout_excess'), isLate ? 0 : Math.max(0, paid - row.amount)],
    ['payout_failed', of('payout_failed'), isOpen(row) ? 0 : isLate ? taken : taken - paid],
  ]
  const violations = pairs
    .filter(([, booked, due]) => booked !== due)
    .map(
      ([what, booked, due]) =>
        `${row.operation_id} is ${row.status}: ${what} of ${booked} booked, should be ${due}`,
    )
  if (isDone(row) !== paid > 0) {
    violations.push(`${row.operation_id} is ${row.status}, payout_paid ${paid}`)
  }
  if (of('payout_returned') > paid) {
    violations.push(`${row.operation_id}: ${of('payout_returned')} returned of ${paid} paid`)
  }
  return violations
}

function toStateful({ payout }: PayoutRecord): Stateful {
  return { id: payout.payout_id, ...payout }
}

function wrongPayoutEvents(record: PayoutRecord, at: Moment): string[] {
  return wrongEvents(record, toStateful(record), at, (from, { event_type, object }) => {
    const status = object.status as PayoutStatus
    const before = from?.object.status as PayoutStatus | undefined
    return nextEvents(machine, before).has(`${event_type} ${status}`)
  })
}

function forgotten({ payout, operations }: PayoutRecord, at: Moment): string[] {
  const violations = operations.filter(isOpen).flatMap((row) => unpolled(row, at))
  const late = at.now.getTime() - (payout.expires_at?.getTime() ?? Infinity)
  if (late > TIMER_MS) violations.push(`expires_at passed ${Math.round(late / 1000)} s ago`)
  const open = operations.filter(isOpen).map((row) => row.operation_id)
  const due = IN_TRANSIT.has(payout.status) ? [payout.operation_id] : []
  if (open.join() !== due.join()) {
    violations.push(`is ${payout.status}, with ${open.length} open operations`)
  }
  return violations
}

function paidTwice({ operations }: PayoutRecord): string[] {
  const paid = operations.filter(isDone)
  if (paid.length < 2) return []
  return [`paid by ${paid.map((row) => row.operation_id).join(' and ')}`]
}

function foreign({ payout, operations, transfers, events }: PayoutRecord): string[] {
  const known = new Set(operations.map((row) => row.operation_id))
  const named = [payout.operation_id, ...transfers.map((row) => row.operation_id)]
  return [
    ...named
      .filter((id) => id !== null && !known.has(id))
      .map((id) => `names the operation ${id}, which is not its own`),
    ...events
      .filter(({ body }) => JSON.parse(body).merchant_id !== payout.merchant_id)
      .map(({ event_id }) => `${event_id} names another merchant`),
  ]
}
