// Payment invariants, as plain functions on the record: each returns its violations.
import { MINUTE_MS } from '#kernel/clock.ts'
import { nextEvents } from '#kernel/machine.ts'
import { isOld, missingEvents } from '#core/invariants/events.ts'
import { all, each, type Invariants } from '#core/invariants/invariants.ts'
import { unpolled, wrongCurrency } from '#core/invariants/operations.ts'
import type { PaymentRecord } from '#core/invariants/record.ts'
import { isDone, ofOperation, totalByCause, unbackedTransfers } from '#core/invariants/transfers.ts'
import { isOpen, type Moment, type OperationRow } from '#core/operations/operation.ts'
import {
  countedOperations,
  countedTransfers,
  isGivenBack,
  refusedReversals,
  wrongLateOutcomes,
  wrongReversals,
} from './reversal_invariants.ts'
import { payment as machine, type PaymentStatus } from './state.ts'

export const invariants: Invariants = {
  payment: {
    '1': each(wrongCurrency),
    '2': overdrawn,
    '3': all(unexplained, wrongLateOutcomes, wrongReversals),
    '6': missingPaymentEvents,
    '7': wrongPaymentEvents,
    '8': overdue,
    '9': all(chargedTwice, refusedReversals),
  },
}

/** A timer that is later than this is a violation. */
const TIMER_MS = 5 * MINUTE_MS

function isAuthorized(row: OperationRow): boolean {
  return row.kind === 'authorize' && isDone(row)
}

/** The amount that an authorization held or charged at once. */
function authorizedBy({ transfers }: PaymentRecord, operation_id: string): number {
  return totalByCause(ofOperation(transfers, operation_id), 'hold', 'capture')
}

/** The amount captured under an authorization, with what it charged at once. */
function capturedUnder({ operations, transfers }: PaymentRecord, operation_id: string): number {
  const family = operations.filter(
    (row) => row.operation_id === operation_id || row.parent_id === operation_id,
  )
  return family.reduce(
    (n, row) => n + totalByCause(ofOperation(transfers, row.operation_id), 'capture'),
    0,
  )
}

function overdrawn(record: PaymentRecord): string[] {
  const { payment } = record
  const { amount_received, amount_capturable, amount_authorized } = payment
  const violations: string[] = []
  for (const { operation_id } of record.operations.filter(isAuthorized)) {
    const [captured, authorized] = [
      capturedUnder(record, operation_id),
      authorizedBy(record, operation_id),
    ]
    if (captured > authorized) violations.push(`captured ${captured} of ${authorized} authorized`)
  }
  if (amount_received < 0 || amount_capturable < 0) violations.push('a negative amount')
  if (amount_received + amount_capturable > amount_authorized) {
    violations.push(`${amount_received} + ${amount_capturable} of ${amount_authorized}`)
  }
  return [...violations, ...wrongAuthorized(record)]
}

/**
 * After a failed attempt the previous attempt's amount may remain. An authorization that was voided as soon as it was
 * approved is booked with its own release and does not count.
 */
function wrongAuthorized(record: PaymentRecord): string[] {
  const { payment, transfers } = record
  const isCounted = ({ operation_id }: OperationRow) =>
    totalByCause(ofOperation(transfers, operation_id), 'release') === 0
  const authorized = countedOperations(record).filter((row) => isAuthorized(row) && isCounted(row))
  const current = authorized.find((row) => row.operation_id === payment.authorization_id)
  const possible = current
    ? [authorizedBy(record, current.operation_id)]
    : [0, ...authorized.map((row) => authorizedBy(record, row.operation_id))]
  if (possible.includes(payment.amount_authorized)) return []
  return [`amount_authorized is ${payment.amount_authorized}, approved ${possible.join(' or ')}`]
}

/** The amounts follow from what moved, not from what was requested. */
function unexplained(record: PaymentRecord): string[] {
  const { payment } = record
  const transfers = countedTransfers(record)
  const captured = totalByCause(transfers, 'capture')
  const held = totalByCause(transfers, 'hold') - totalByCause(transfers, 'release')
  const violations: string[] = []
  if (payment.amount_received !== captured) {
    violations.push(`amount_received is ${payment.amount_received}, booked ${captured}`)
  }
  if (payment.amount_capturable !== held) {
    violations.push(`amount_capturable is ${payment.amount_capturable}, booked ${held}`)
  }
  return [...violations, ...unbackedTransfers(record)]
}

/** Transitions that earlier versions made without an event; an older process may still do so during an upgrade. */
const SILENT: ReadonlySet<string> = new Set([
  'not_sent',
  'not_sent_vaulted',
  'not_sent_retry',
  'void_previous',
])

/** States that a payment may enter without an event. */
const WITHOUT_EVENT: ReadonlySet<PaymentStatus> = new Set([
  'processing',
  'requires_confirmation',
  'requires_payment_method',
])

function missingPaymentEvents(record: PaymentRecord, at: Moment): string[] {
  return missingEvents(record, { id: record.payment.payment_id, ...record.payment }, at)
}

function wrongPaymentEvents({ payment, events }: PaymentRecord, at: Moment): string[] {
  const violations: string[] = []
  if (payment.version < 1) violations.push(`version ${payment.version}`)
  let before: PaymentStatus | undefined
  for (const [n, { event_id, event_type, body }] of events.entries()) {
    const { status } = JSON.parse(body).content.object as { status: PaymentStatus }
    const isFirst = n === 0 && (isOld(payment.created, at) || event_type === 'payment_created')
    const isNext = nextEvents(machine, before, SILENT).has(`${event_type} ${status}`)
    // A reversal changes no state.
    if (!isFirst && !isNext && event_type !== 'payment_reversed') {
      violations.push(`${event_id}: ${event_type} ${status} after ${before ?? 'the start'}`)
    }
    before = status
  }
  const isBetween =
    WITHOUT_EVENT.has(payment.status as PaymentStatus) || payment.operation_id !== null
  if (!isBetween && before !== undefined && payment.status !== before) {
    violations.push(`is ${payment.status}, its last event shows ${before}`)
  }
  return violations
}

function overdue(record: PaymentRecord, at: Moment): string[] {
  const { payment, operations, refunds, disputes } = record
  const all = [record, ...refunds, ...disputes].flatMap((each) => each.operations)
  const violations = all.filter(isOpen).flatMap((row) => unpolled(row, at))
  for (const name of ['capture_before', 'action_before'] as const) {
    const late = at.now.getTime() - (payment[name]?.getTime() ?? Infinity)
    if (late > TIMER_MS) violations.push(`${name} passed ${Math.round(late / 1000)} s ago`)
  }
  const lock = operations.find((row) => row.operation_id === payment.operation_id)
  if (payment.operation_id !== null && (lock === undefined || !isOpen(lock))) {
    violations.push(`is locked by ${payment.operation_id}, which is over`)
  }
  return [...violations, ...stuck(record)]
}

/** A payment that waits has something that ends the wait. */
function stuck({ payment, operations }: PaymentRecord): string[] {
  const { status, operation_id, authorization_id, action_before, has_next_action } = payment
  const isOpenOne = (id: string | null) =>
    operations.some((row) => row.operation_id === id && isOpen(row))
  if (status === 'processing') {
    const isWaiting = operation_id !== null || isOpenOne(authorization_id)
    return isWaiting ? [] : ['is processing without an open operation']
  }
  if (status !== 'requires_action') return []
  const missing = [
    ...(has_next_action ? [] : ['a next_action']),
    ...(action_before === null ? ['a deadline'] : []),
    ...(isOpenOne(authorization_id) ? [] : ['an open authorization']),
  ]
  return missing.length === 0 ? [] : [`is requires_action without ${missing.join(', ')}`]
}

/** Authorizations that hold or have captured money: neither voided nor reversed. */
function activeAuthorizations(record: PaymentRecord): OperationRow[] {
  return record.operations.filter(
    (row) =>
      isAuthorized(row) &&
      !isGivenBack(record, row.operation_id) &&
      (capturedUnder(record, row.operation_id) > 0 || !isVoided(record, row)),
  )
}

/** Released under its own id, as soon as it was approved, or by a void. */
function isVoided(
  { operations, transfers }: PaymentRecord,
  { operation_id }: OperationRow,
): boolean {
  const voids = operations.filter((row) => row.kind === 'void' && row.parent_id === operation_id)
  const ids = [operation_id, ...voids.map((row) => row.operation_id)]
  return transfers.some((row) => row.cause === 'release' && ids.includes(row.operation_id))
}

function chargedTwice(record: PaymentRecord): string[] {
  const charges = activeAuthorizations(record)
  if (charges.length < 2) return []
  return [`authorized by ${charges.map((row) => row.operation_id).join(' and ')}`]
}
