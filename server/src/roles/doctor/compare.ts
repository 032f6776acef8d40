// The books against the bank's log: what is booked for each operation is what the bank moved, amount by amount,
// whatever was asked for.
import { isRefundedAfterDispute } from '#resources/payments/refunds/invariants.ts'
import { moves } from '#core/ledger/transfer.ts'
import { isOpen, type OperationRow } from '#core/operations/operation.ts'
import { type BankLog, type BankOperation, describe, effected } from './bank_log.ts'
import type {
  DisputeRecord,
  ObjectRecord,
  PaymentRecord,
  RefundRecord,
} from '#core/invariants/record.ts'
import { isGivenBack } from '#resources/payments/payments/reversal_invariants.ts'
import {
  isDone,
  ofOperation,
  totalInto,
  totalByCause,
  totalFrom,
} from '#core/invariants/transfers.ts'

export function compareWithBank(record: PaymentRecord, bank: BankLog): string[] {
  return [
    ...record.operations.flatMap((row) => compareOperation(record, row, bank)),
    ...record.refunds.flatMap((refund) => compareRefund(refund, bank)),
    ...record.disputes
      .filter((dispute) => isAtBank(record, dispute))
      .flatMap((dispute) => compareDispute(dispute, bank)),
    ...record.disputes.flatMap(({ operations }) => operations.flatMap((row) => touch(row, bank))),
    ...chargedTwice(record, bank),
    ...wrongReleases(record, bank),
    ...refundedAfterDispute(record, bank),
  ]
}

/** False for a dispute about an authorization at another provider: the bank's log does not have it. */
function isAtBank({ operations }: PaymentRecord, { dispute }: DisputeRecord): boolean {
  const { authorization_id } = dispute
  const disputed = operations.find(({ operation_id }) => operation_id === authorization_id)
  return disputed === undefined || disputed.provider === 'bank'
}

/** Marks the operation as known, so that it is no orphan; there is nothing to compare. */
function touch({ operation_id }: OperationRow, bank: BankLog): string[] {
  bank.find(operation_id)
  return []
}

/** Money that moved for an operation without approval, with another currency, or for another object. */
function contradictions(
  row: OperationRow,
  done: BankOperation | undefined,
  object: { currency: string; reference: string },
): string[] {
  if (done === undefined || done.effects.length === 0) return []
  const violations: string[] = []
  if (!isDone(row)) {
    violations.push(`${row.operation_id} is ${row.status}, the bank did ${describe(done)}`)
  }
  if (done.currency !== object.currency || done.reference !== object.reference) {
    violations.push(`${row.operation_id} is for ${done.reference} in ${done.currency} at the bank`)
  }
  if (new Set(done.effects.map(({ effect }) => effect)).size < done.effects.length) {
    violations.push(`the bank did ${describe(done)} for ${row.operation_id}`)
  }
  return violations
}

type Pair = [what: string, booked: number, moved: number]

function differences({ operation_id }: OperationRow, pairs: Pair[]): string[] {
  return pairs
    .filter(([, booked, moved]) => booked !== moved)
    .map(
      ([what, booked, moved]) =>
        `${operation_id}: ${what} of ${booked} booked, ${moved} at the bank`,
    )
}

/** An open operation is not compared: its outcome may be at the bank already, and a poll will read it. */
function compareOperation(
  { payment, transfers }: PaymentRecord,
  row: OperationRow,
  bank: BankLog,
): string[] {
  const done = bank.find(row.operation_id)
  if (row.provider !== 'bank' || isOpen(row)) return []
  const violations = contradictions(row, done, { ...payment, reference: payment.payment_id })
  if (!isDone(row)) return violations
  if (done === undefined || done.effects.length === 0) {
    // Voiding an authorization that held nothing yet releases nothing.
    return row.kind === 'void' ? [] : [`${row.operation_id} is ${row.status}, the bank did nothing`]
  }
  const own = ofOperation(transfers, row.operation_id)
  const pairs: Pair[] = [
    ['hold', totalByCause(own, 'hold'), effected(done, 'held')],
    [
      'capture',
      totalByCause(own, 'capture'),
      effected(done, 'charged') + effected(done, 'captured'),
    ],
    ['reversal', totalByCause(own, 'reversal'), effected(done, 'refunded')],
  ]
  return [...violations, ...differences(row, pairs)]
}

/** Compares the amounts that a refund's or a payout's operations sent and got back. */
function compareSent(
  { operations, transfers }: ObjectRecord,
  object: { currency: string; reference: string },
  [what, effect]: readonly [what: string, effect: string],
  bank: BankLog,
): string[] {
  return operations.flatMap((row) => {
    const done = bank.find(row.operation_id)
    if (row.provider !== 'bank' || isOpen(row)) return []
    const own = ofOperation(transfers, row.operation_id)
    return [
      ...contradictions(row, done, object),
      ...differences(row, [
        [what, totalInto(own, 'acquirer_receivable'), effected(done, effect)],
        ['return', totalFrom(own, 'acquirer_receivable'), effected(done, 'returned')],
      ]),
    ]
  })
}

function compareRefund(record: RefundRecord, bank: BankLog): string[] {
  const { currency, refund_id: reference } = record.refund
  return compareSent(record, { currency, reference }, ['refund', 'refunded'], bank)
}

export function comparePayout(
  { currency, payout_id: reference }: { payout_id: string; currency: string },
  record: ObjectRecord,
  bank: BankLog,
): string[] {
  return compareSent(record, { currency, reference }, ['payout', 'paid_out'], bank)
}

/** The causes under which the provider's own fees for disputes are booked. */
const feeCauses = Object.entries(moves)
  .filter(
    ([cause, { of, debit, credit }]) =>
      of === 'dispute' &&
      cause.includes('fee') &&
      [debit, credit].some((account) => account === 'acquirer_receivable'),
  )
  .map(([cause]) => cause)

/** The amount that the bank charged back must be reserved or lost. */
function compareDispute({ dispute, transfers }: DisputeRecord, bank: BankLog): string[] {
  const { connector_dispute_id: id, payment_id, currency } = dispute
  const done = bank.find(id)
  const booked = dispute.amount_reserved + dispute.amount_lost
  if (done === undefined) {
    return booked === 0 ? [] : [`${id}: ${booked} booked, nothing at the bank`]
  }
  const violations: string[] = []
  if (done.currency !== currency || done.reference !== payment_id) {
    violations.push(`${id} is for ${done.reference} in ${done.currency} at the bank`)
  }
  const taken = effected(done, 'charged_back') - effected(done, 'restored')
  if (booked !== taken) violations.push(`${id}: ${booked} booked, ${taken} taken back by the bank`)
  const fees = transfers.filter((row) => feeCauses.includes(row.cause))
  const paid = totalInto(fees, 'acquirer_receivable') - totalFrom(fees, 'acquirer_receivable')
  if (feeCauses.length > 0 && paid !== done.fees) {
    violations.push(`${id}: fees of ${paid} booked, ${done.fees} charged by the bank`)
  }
  return violations
}

/**
 * Per payment, not per operation: a void may release an amount that another operation has booked as held and
 * released.
 */
function wrongReleases(record: PaymentRecord, bank: BankLog): string[] {
  const { payment, operations, transfers } = record
  if (operations.some(isOpen) || operations.some((row) => row.provider !== 'bank')) return []
  const booked = totalByCause(transfers, 'release')
  const released = operations.reduce((n, row) => {
    const done = bank.find(row.operation_id)
    return n + effected(done, 'captured') + effected(done, 'released')
  }, 0)
  if (booked === released) return []
  // A hold that the bank has dropped by itself stays in the books until it is captured, voided or expires.
  const isKept = payment.amount_capturable > 0 && booked + payment.amount_capturable === released
  if (isKept && dropped(operations, bank) >= payment.amount_capturable) return []
  return [`release of ${booked} booked, ${released} at the bank`]
}

/** The amount that the bank released without an approved void or capture. */
function dropped(operations: OperationRow[], bank: BankLog): number {
  return operations
    .filter((row) => row.kind === 'authorize' || row.status === 'late')
    .reduce((n, row) => n + effected(bank.find(row.operation_id), 'released'), 0)
}

/** Two authorizations that hold or have captured money are two charges, whatever their status here. */
function chargedTwice(record: PaymentRecord, bank: BankLog): string[] {
  const charges = record.operations.filter(
    (row) =>
      row.kind === 'authorize' &&
      !isGivenBack(record, row.operation_id) &&
      isActive(record, row.operation_id, bank),
  )
  if (charges.length < 2) return []
  return [`the bank charged ${charges.map((row) => row.operation_id).join(' and ')}`]
}

/** Refunds that reversed an operation count; those that a merchant made do not. */
function isActive({ operations }: PaymentRecord, operation_id: string, bank: BankLog): boolean {
  const reversals = operations.filter((row) => row.kind === 'reversal')
  const isReversal = (id: string) => reversals.some((row) => row.operation_id === id)
  const family = bank.family(operation_id)
  const total = (effect: string) => family.reduce((n, each) => n + effected(each, effect), 0)
  const returned = family
    .filter((each) => isReversal(each.operation_id))
    .reduce((n, each) => n + effected(each, 'refunded'), 0)
  const taken = total('charged') + total('captured') - returned
  const held = total('held') - total('captured') - total('released')
  return taken > 0 || held > 0
}

/**
 * A refund that was requested after a dispute was opened must leave enough for it. After an earlier refund a dispute may
 * exceed the captured amount.
 */
function refundedAfterDispute(record: PaymentRecord, bank: BankLog): string[] {
  const disputes = record.disputes.flatMap(
    ({ dispute }) => bank.find(dispute.connector_dispute_id) ?? [],
  )
  if (disputes.length === 0) return []
  const opened = Math.min(...disputes.map(({ position }) => position))
  const refunds = record.refunds
    .flatMap(({ operations }) => operations.flatMap((row) => bank.find(row.operation_id) ?? []))
    .map((each) => ({ ...each, sent: effected(each, 'refunded') - effected(each, 'returned') }))
  const isAfter = refunds.some(({ sent, position }) => sent > 0 && position > opened)
  const refunded = refunds.reduce((n, { sent }) => n + sent, 0)
  const taken = disputes.reduce(
    (n, each) => n + effected(each, 'charged_back') - effected(each, 'restored'),
    0,
  )
  const captured = record.operations.reduce((n, row) => {
    const done = bank.find(row.operation_id)
    return n + effected(done, 'charged') + effected(done, 'captured')
  }, 0)
  if (!isAfter || !isRefundedAfterDispute(record) || refunded + taken <= captured) return []
  return [
    `the bank refunded ${refunded} and charged back ${taken} of ${captured}, refunded after the dispute`,
  ]
}
