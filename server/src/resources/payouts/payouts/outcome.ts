// Decides what follows from a payout operation's outcome, as data, without side effects: the same for an immediate
// outcome, a callback, a poll, recovery after a crash, or a return days later.
import type { Write } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import { allows } from '#kernel/machine.ts'
import type { Settable } from '#core/outbox/transition.ts'
import { book } from '#core/ledger/transfer.ts'
import { UNKNOWN } from '#core/operations/evidence.ts'
import { isOpen, type Moment } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import { savePayoutMethod } from '#resources/methods/payout_methods/saved.ts'
import type { Approved, Declined, Outcome, Pending } from '#core/providers/provider.ts'
import { ready } from './confirm.ts'
import { NO_REFUSAL, obstacle, refusal } from './eligibility.ts'
import { advance, type Advanced, statusAfter } from './lifecycle.ts'
import type { Attempt } from './answer_shapes.ts'
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
  if (!isOpen(operation)) return decideReturned(payout, operation, outcome, now)
  // Another writer changed both rows between the two reads.
  if (!IN_FLIGHT.has(payout.status)) throw new Conflict()
  switch (outcome.result) {
    case 'approved':
      return decidePaid(payout, operation, outcome, now)
    case 'pending':
      return decideAccepted(payout, operation, outcome, now)
    case 'declined':
      if (!outcome.returned) return decideDeclined(payout, operation, outcome, now)
      return {
        ...decidePaidAndReturned(payout, operation, outcome, now),
        closes_with: toApproval(operation, outcome),
      }
    case 'not_sent':
    case 'revoked':
      return decideUnsent(payout, operation, now)
    case 'unknown':
      return 'is_poll' in outcome ? undefined : decideUnclear(payout, operation, now)
    // Payouts have no such outcomes; the operation is polled again.
    case 'refused':
    case 'challenge':
      return { row: payout, writes: [], closes_with: UNKNOWN }
  }
}

/** Money that came back was paid first: the operation closes as approved. */
function toApproval({ amount, currency }: PayoutOperation, { transaction_id }: Declined): Approved {
  const id = transaction_id ?? ''
  return { result: 'approved', transaction_id: id, review: false, amount, currency }
}

/** The transition that is still missing when the first outcome arrives. */
function initiation({ status }: PayoutRow): PayoutTransition[] {
  return status === 'requires_creation' ? ['initiate'] : []
}

function decidePaid(
  payout: PayoutRow,
  operation: PayoutOperation,
  { transaction_id, amount }: Approved,
  now: Date,
): Decided<PayoutRow> {
  const saved = savedMethod(payout, operation.intent.payout_method_id, now)
  const set = { ...NO_REFUSAL, connector_transaction_id: transaction_id, ...saved.set }
  const done = recordAttempt(payout, operation, [...initiation(payout), 'succeed'], set, now)
  const booked = bookPaid(operation, amount, now)
  return { row: done.row, writes: [...done.writes, ...booked, ...saved.writes] }
}

/** Saves a recurring payout's method; it is already in the vault. */
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

function decideAccepted(
  payout: PayoutRow,
  operation: PayoutOperation,
  { transaction_id }: Pending,
  now: Date,
): Advanced | undefined {
  if (payout.status === 'pending') return undefined
  const path: PayoutTransition[] = [...initiation(payout), 'accept']
  return recordAttempt(payout, operation, path, { connector_transaction_id: transaction_id }, now)
}

/** Paid and returned by the recipient's bank before the first outcome arrived. */
function decidePaidAndReturned(
  payout: PayoutRow,
  operation: PayoutOperation,
  decline: Declined,
  now: Date,
): Advanced {
  const set = { ...refusal(decline), connector_transaction_id: decline.transaction_id }
  const path: PayoutTransition[] = [...initiation(payout), 'succeed', 'reverse']
  const done = recordAttempt(payout, operation, path, set, now)
  const { amount = operation.amount } = decline
  const back = book(operation, { payout_returned: amount }, now)
  return withWrites(done, [...bookPaid(operation, amount, now), ...back])
}

/** Returned after it was paid, often days later. */
function decideReturned(
  payout: PayoutRow,
  operation: PayoutOperation,
  outcome: Outcome,
  now: Date,
): Advanced | undefined {
  if (outcome.result !== 'declined' || !outcome.returned) return undefined
  if (payout.status !== 'success') return undefined
  const done = recordAttempt(payout, operation, ['reverse'], refusal(outcome), now)
  const { amount = operation.amount } = outcome
  return withWrites(done, book(operation, { payout_returned: amount }, now))
}

function decideDeclined(
  payout: PayoutRow,
  operation: PayoutOperation,
  decline: Declined,
  now: Date,
): Advanced {
  const set = { ...refusal(decline), connector_transaction_id: decline.transaction_id }
  if (decline.reason !== null && payout.status === 'requires_creation') {
    const { path, set: blocked } = obstacle(decline.reason, decline, now)
    return failed(payout, operation, path, { ...set, ...blocked, operation_id: null }, now)
  }
  return failed(payout, operation, [...initiation(payout), 'fail'], set, now)
}

/** The whole amount returns to the balance. */
function failed(
  payout: PayoutRow,
  operation: PayoutOperation,
  path: readonly PayoutTransition[],
  set: Settable<PayoutRow>,
  now: Date,
): Advanced {
  const done = recordAttempt(payout, operation, path, set, now)
  return withWrites(done, book(operation, { payout_failed: operation.amount }, now))
}

/** Without an answer to the call the payout is initiated; a poll without an answer changes nothing. */
function decideUnclear(
  payout: PayoutRow,
  operation: PayoutOperation,
  now: Date,
): Advanced | undefined {
  const path = initiation(payout)
  return path.length === 0 ? undefined : recordAttempt(payout, operation, path, {}, now)
}

const NEVER_SENT = {
  code: 'UE_3001',
  provider_code: 'not_sent',
  provider_message: 'The rail has no record of this payout.',
} as const

/** Nothing was sent. A payout whose event `payout_initiated` was emitted has failed. */
function decideUnsent(payout: PayoutRow, operation: PayoutOperation, now: Date): Advanced {
  if (payout.status === 'requires_creation') {
    const set = { ...ready(payout, now), operation_id: null }
    const done = advance(payout, ['not_sent'], set, now)
    return withWrites(done, book(operation, { payout_failed: operation.amount }, now))
  }
  return failed(payout, operation, ['fail'], refusal(NEVER_SENT), now)
}

/** Advances the payout and updates its entry in `attempts`. */
function recordAttempt(
  payout: PayoutRow,
  operation: PayoutOperation,
  path: readonly PayoutTransition[],
  set: Settable<PayoutRow>,
  now: Date,
): Advanced {
  const row = { ...payout, ...set } as PayoutRow
  const attempts = attempted(row, operation, statusAfter(payout, path))
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

function withWrites(done: Advanced, writes: readonly Write[]): Advanced {
  return { ...done, writes: [...done.writes, ...writes] }
}

/** Books the amount that was paid: a rest returns to the balance, an excess is taken from it. */
function bookPaid(operation: PayoutOperation, moved: number, now: Date): Write[] {
  const rest = operation.amount - moved
  const amounts = {
    payout_excess: Math.max(0, -rest),
    payout_paid: moved,
    payout_failed: Math.max(0, rest),
  }
  return book(operation, amounts, now)
}

/**
 * The rail paid after the operation had been closed. The money cannot be recalled: it is taken from the balance, and
 * an operator must review it. A payout that was sent again stays as it is.
 */
export function decideLate(
  payout: PayoutRow,
  operation: PayoutOperation,
  { amount, transaction_id }: Approved,
  { now }: Moment,
): Decided<PayoutRow> {
  const booked = book(operation, { payout_late: amount, payout_paid: amount }, now)
  if (!allows(machine, payout.status, 'succeed_late')) return { row: payout, writes: booked }
  const set = {
    ...NO_REFUSAL,
    operation_id: operation.operation_id,
    connector_transaction_id: transaction_id,
  }
  const { row, writes } = recordAttempt(payout, operation, ['succeed_late'], set, now)
  return { row, writes: [...writes, ...booked] }
}
