// What follows from the outcome of a payout's operation, as data. It touches nothing: the same decision serves an
// outcome that came at once, by callback, by poll, after a crash, or days later.
import type { Write } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import { allows } from '#kernel/machine.ts'
import type { Settable } from '#core/outbox/transition.ts'
import { type Cause, transfer } from '#core/ledger/transfer.ts'
import { UNKNOWN } from '#core/operations/evidence.ts'
import { isOpen, type Moment } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import { savePayoutMethod } from '#resources/payout_methods/saved.ts'
import type { Approved, Declined, Outcome, Pending } from '#core/providers/provider.ts'
import { ready } from './confirm.ts'
import { NO_REFUSAL, obstacle, refusal } from './eligibility.ts'
import { advance, type Advanced } from './lifecycle.ts'
import type { Attempt } from './schema.ts'
import type { PayoutOperation } from './settler.ts'
import { payout as machine, type PayoutStatus, type PayoutTransition } from './state.ts'
import type { PayoutRow } from './store.ts'

const IN_FLIGHT: ReadonlySet<PayoutStatus> = new Set(['requires_creation', 'initiated', 'pending'])

export function decide(
  payout: PayoutRow,
  operation: PayoutOperation,
  outcome: Outcome,
  { now }: Moment,
): Decided<PayoutRow> | undefined {
  if (payout.operation_id !== operation.operation_id) return undefined
  if (!isOpen(operation)) return returnedLater(payout, operation, outcome, now)
  // One of the two rows was read before, the other after somebody else wrote both.
  if (!IN_FLIGHT.has(payout.status)) throw new Conflict()
  switch (outcome.result) {
    case 'approved':
      return paid(payout, operation, outcome, now)
    case 'pending':
      return accepted(payout, operation, outcome, now)
    case 'declined':
      if (!outcome.returned) return declined(payout, operation, outcome, now)
      return {
        ...bounced(payout, operation, outcome, now),
        closes_with: paidOnce(operation, outcome),
      }
    case 'not_sent':
    case 'revoked':
      return unsent(payout, operation, now)
    case 'unknown':
      return 'is_poll' in outcome ? undefined : unclear(payout, operation, now)
    // No payout is refused or challenged: such an outcome says nothing.
    case 'refused':
    case 'challenge':
      return { row: payout, writes: [], closes_with: UNKNOWN }
  }
}

/** Money that went and came back did go: that it came back is another step. */
function paidOnce({ amount, currency }: PayoutOperation, { transaction_id }: Declined): Approved {
  const id = transaction_id ?? ''
  return { result: 'approved', transaction_id: id, review: false, amount, currency }
}

/** The way to where the rail was asked, for a payout that has not been told as such yet. */
function asking({ status }: PayoutRow): PayoutTransition[] {
  return status === 'requires_creation' ? ['initiate'] : []
}

function paid(
  payout: PayoutRow,
  operation: PayoutOperation,
  { transaction_id, amount }: Approved,
  now: Date,
): Decided<PayoutRow> {
  const saved = savedMethod(payout, operation.intent.payout_method_id, now)
  const set = { ...NO_REFUSAL, connector_transaction_id: transaction_id, ...saved.set }
  const done = recordAttempt(payout, operation, [...asking(payout), 'succeed'], set, now)
  const booked = bookPaid(operation, amount, now)
  const differs = amount !== operation.amount
  return {
    row: done.row,
    writes: [...done.writes, ...booked, ...saved.writes],
    ...(differs ? { alarm: `payout of ${operation.amount} moved ${amount}` } : {}),
  }
}

/** A method that is to be used again becomes the recipient's own; the vault has it already. */
function savedMethod(payout: PayoutRow, payout_method_id: string, now: Date) {
  const { merchant_id, customer_id, vault_id, payout_type, payout_method_data } = payout
  const isSaved = payout.recurring && payout.payout_method_id === null
  if (!isSaved || vault_id === null || payout_type === null || payout_method_data === null) {
    return { set: {}, writes: [] }
  }
  const method = { merchant_id, payout_method_id, customer_id, vault_id, payout_type }
  const write = savePayoutMethod({ ...method, payout_method_data, created: now })
  return { set: { payout_method_id, vault_id: null }, writes: [write] }
}

function accepted(
  payout: PayoutRow,
  operation: PayoutOperation,
  { transaction_id }: Pending,
  now: Date,
): Advanced | undefined {
  if (payout.status === 'pending') return undefined
  const path: PayoutTransition[] = [...asking(payout), 'accept']
  return recordAttempt(payout, operation, path, { connector_transaction_id: transaction_id }, now)
}

/** It went, and by the time we hear of it the recipient's bank has sent it back. */
function bounced(
  payout: PayoutRow,
  operation: PayoutOperation,
  said: Declined,
  now: Date,
): Advanced {
  const set = { ...refusal(said), connector_transaction_id: said.transaction_id }
  const path: PayoutTransition[] = [...asking(payout), 'succeed', 'reverse']
  const done = recordAttempt(payout, operation, path, set, now)
  const { amount = operation.amount } = said
  const back = book(operation, 'payout_returned', amount, now)
  return { ...done, writes: [...done.writes, ...bookPaid(operation, amount, now), ...back] }
}

/** Days after it went. */
function returnedLater(
  payout: PayoutRow,
  operation: PayoutOperation,
  outcome: Outcome,
  now: Date,
): Advanced | undefined {
  if (outcome.result !== 'declined' || !outcome.returned) return undefined
  if (payout.status !== 'success') return undefined
  const done = recordAttempt(payout, operation, ['reverse'], refusal(outcome), now)
  const { amount = operation.amount } = outcome
  return { ...done, writes: [...done.writes, ...book(operation, 'payout_returned', amount, now)] }
}

function declined(
  payout: PayoutRow,
  operation: PayoutOperation,
  said: Declined,
  now: Date,
): Advanced {
  const set = { ...refusal(said), connector_transaction_id: said.transaction_id }
  if (said.reason !== null && payout.status === 'requires_creation') {
    const { path, set: aside } = obstacle(said.reason, said, now)
    const moved = recordAttempt(
      payout,
      operation,
      path,
      { ...set, ...aside, operation_id: null },
      now,
    )
    return booked(moved, operation, ['payout_failed'], now)
  }
  const moved = recordAttempt(payout, operation, [...asking(payout), 'fail'], set, now)
  return booked(moved, operation, ['payout_failed'], now)
}

/** The call was made and has no answer: the payout is initiated. A poll without an answer changes nothing. */
function unclear(payout: PayoutRow, operation: PayoutOperation, now: Date): Advanced | undefined {
  const path = asking(payout)
  return path.length === 0 ? undefined : recordAttempt(payout, operation, path, {}, now)
}

const NEVER_SENT = {
  code: 'UE_3001',
  provider_code: 'not_sent',
  provider_message: 'The rail has no record of this payout.',
} as const

/** Certainly nothing was done. A payout that was announced as initiated has failed. */
function unsent(payout: PayoutRow, operation: PayoutOperation, now: Date): Advanced {
  if (payout.status === 'requires_creation') {
    const set = { ...ready(payout, now), operation_id: null }
    return booked(advance(payout, ['not_sent'], set, now), operation, ['payout_failed'], now)
  }
  const moved = recordAttempt(payout, operation, ['fail'], refusal(NEVER_SENT), now)
  return booked(moved, operation, ['payout_failed'], now)
}

/** Transitions that the attempt on record shows too. */
function recordAttempt(
  payout: PayoutRow,
  operation: PayoutOperation,
  path: readonly PayoutTransition[],
  set: Settable<PayoutRow>,
  now: Date,
): Advanced {
  const last = path.at(-1)
  const status = last === undefined ? payout.status : machine.transitions[last].to
  const attempts = attempted({ ...payout, ...set } as PayoutRow, operation, status)
  return advance(payout, path, { ...set, attempts }, now)
}

function attempted(row: PayoutRow, operation: PayoutOperation, status: PayoutStatus): Attempt[] {
  const { operation_id: attempt_id, amount, currency, provider: connector, created } = operation
  const attempt: Attempt = {
    attempt_id,
    status,
    amount,
    currency,
    connector,
    connector_transaction_id: row.connector_transaction_id,
    error_code: row.error_code,
    error_message: row.error_message,
    unified_code: row.unified_code,
    unified_message: row.unified_message,
    created: created.toISOString(),
  }
  const others = (row.attempts ?? []).filter((each) => each.attempt_id !== attempt_id)
  return [...others, attempt]
}

function booked(
  done: Advanced,
  operation: PayoutOperation,
  causes: readonly Cause[],
  now: Date,
): Advanced {
  const transfers = causes.flatMap((cause) => book(operation, cause, operation.amount, now))
  return { ...done, writes: [...done.writes, ...transfers] }
}

/** What left is what is booked: a rest goes back to the balance, and what was too much comes from it. */
function bookPaid(operation: PayoutOperation, moved: number, now: Date): Write[] {
  const rest = operation.amount - moved
  const more = rest < 0 ? book(operation, 'payout_excess', -rest, now) : []
  const back = rest > 0 ? book(operation, 'payout_failed', rest, now) : []
  return [...more, ...book(operation, 'payout_paid', moved, now), ...back]
}

function book(operation: PayoutOperation, cause: Cause, amount: number, created: Date): Write[] {
  const { merchant_id, operation_id, object_id, currency } = operation
  return transfer(cause, { merchant_id, operation_id, object_id, amount, currency, created })
}

/**
 * The rail paid although the operation had been closed. Money that has left cannot be called back: it is taken
 * from the balance, and a person must look at it. A payout that has gone on its way again stays as it is.
 */
export function decideLate(
  payout: PayoutRow,
  operation: PayoutOperation,
  { amount, transaction_id }: Approved,
  { now }: Moment,
): Decided<PayoutRow> {
  const booked = [
    ...book(operation, 'payout_late', amount, now),
    ...book(operation, 'payout_paid', amount, now),
  ]
  if (!allows(machine, payout.status, 'succeed_late')) return { row: payout, writes: booked }
  const set = {
    ...NO_REFUSAL,
    operation_id: operation.operation_id,
    connector_transaction_id: transaction_id,
  }
  const { row, writes } = recordAttempt(payout, operation, ['succeed_late'], set, now)
  return { row, writes: [...writes, ...booked] }
}
