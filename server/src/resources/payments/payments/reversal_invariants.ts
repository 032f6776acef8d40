// Money that moved for an operation that had been closed: it is booked, returned by a reversal, shown on the payment,
// and excluded from the payment's amounts.
import { isOpen, type OperationRow } from '#core/operations/operation.ts'
import type { PaymentRecord } from '#core/invariants/record.ts'
import { isDone, ofOperation, totalByCause } from '#core/invariants/transfers.ts'
import type { ReversalIntent } from './intent.ts'
import type { LateOutcome } from './answer_shapes.ts'

function mapReversals({ operations }: PaymentRecord): Map<string, OperationRow> {
  const reversals = operations.filter((row) => row.kind === 'reversal')
  return new Map(reversals.map((row) => [(row.intent as ReversalIntent).reverses, row]))
}

/** The operations whose money counts: neither reversed nor reversals. */
export function countedOperations(record: PaymentRecord): OperationRow[] {
  const reversals = mapReversals(record)
  return record.operations.filter(
    (row) => row.kind !== 'reversal' && !reversals.has(row.operation_id),
  )
}

/** Transfers for those operations, and the release of the hold by a capture that was taken back later. */
export function countedTransfers(record: PaymentRecord): PaymentRecord['transfers'] {
  const counted = new Set(countedOperations(record).map((row) => row.operation_id))
  const captures = record.operations.filter((row) => row.kind === 'capture')
  const releasing = new Set(captures.map((row) => row.operation_id))
  return record.transfers.filter(
    ({ operation_id, cause }) =>
      counted.has(operation_id) || (cause === 'release' && releasing.has(operation_id)),
  )
}

/** Operations whose reversal has been made or is under way. */
export function isGivenBack({ operations }: PaymentRecord, operation_id: string): boolean {
  return operations.some(
    (row) =>
      row.kind === 'reversal' &&
      (row.intent as ReversalIntent).reverses === operation_id &&
      (isOpen(row) || isDone(row)),
  )
}

function reversalState(reversal: OperationRow): LateOutcome['reversal'] | 'over' {
  if (isOpen(reversal)) return 'pending'
  if (isDone(reversal)) return 'done'
  return reversal.status === 'refused' ? 'refused' : 'over'
}

/** The payment lists exactly the reversed operations, each with the moved amount and its reversal's outcome. */
export function wrongLateOutcomes(record: PaymentRecord): string[] {
  const { payment, operations, transfers } = record
  const expected = new Map<string, string>()
  for (const [id, reversal] of mapReversals(record)) {
    const original = operations.find((row) => row.operation_id === id)
    const amount = totalByCause(ofOperation(transfers, id), 'hold', 'capture')
    const { currency } = reversal
    expected.set(id, `${original?.kind} ${amount} ${currency}, reversal ${reversalState(reversal)}`)
  }
  const violations: string[] = []
  for (const { operation_id: id, kind, amount, currency, reversal } of payment.late_outcomes ??
    []) {
    const shown = `${kind} ${amount} ${currency}, reversal ${reversal}`
    const booked = expected.get(id)
    if (booked !== shown) {
      violations.push(`late_outcomes shows ${id} as ${shown}; on record is ${booked ?? 'none'}`)
    }
    expected.delete(id)
  }
  for (const [id, booked] of expected) violations.push(`late_outcomes lacks ${id}: ${booked}`)
  return violations
}

/** A reversal moves back what moved, no more and no less. */
export function wrongReversals(record: PaymentRecord): string[] {
  const { operations, transfers } = record
  const reversals = mapReversals(record)
  const violations = operations
    .filter((row) => row.kind === 'authorize' && row.status === 'late')
    .filter((row) => !reversals.has(row.operation_id))
    .map(({ operation_id }) => `${operation_id} was approved late and has no reversal`)
  for (const [id, reversal] of reversals) {
    const own = ofOperation(transfers, id)
    const back = ofOperation(transfers, reversal.operation_id)
    const isMade = isDone(reversal)
    const pairs = [
      // An authorization's hold may have been released with it, when it was voided.
      ['release', Math.max(0, totalByCause(own, 'hold') - totalByCause(own, 'release'))],
      ['reversal', totalByCause(own, 'capture')],
    ] as const
    for (const [cause, moved] of pairs) {
      const booked = totalByCause(back, cause)
      const due = isMade ? moved : 0
      if (booked !== due) {
        violations.push(
          `${reversal.operation_id} is ${reversal.status}: ${cause} of ${booked} booked, should be ${due}`,
        )
      }
    }
  }
  return violations
}

/** A reversal that the provider refused leaves the customer charged: a person must give the money back. */
export function refusedReversals(record: PaymentRecord): string[] {
  return [...mapReversals(record)]
    .filter(([, reversal]) => !isOpen(reversal) && !isDone(reversal))
    .map(([id]) => `${id} moved money after it had been closed, and its reversal was refused`)
}
