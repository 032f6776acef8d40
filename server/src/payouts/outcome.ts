// What follows from what the rail says, as data. It touches nothing: the same decision serves an answer
// that came at once, by callback, by query, after a crash, or days later.
import type { Write } from '../kernel/change.ts'
import { Conflict } from '../kernel/commit.ts'
import { type Cause, transfer } from '../ledger/transfer.ts'
import { finish, isOpen, type OperationRow } from '../operations/operation.ts'
import { savePayoutMethod } from '../payout_methods/saved.ts'
import type { Moment } from '../payments/outcome.ts'
import type { Approved, Declined, Outcome, Pending } from '../providers/provider.ts'
import { ready } from './confirm.ts'
import { NO_REFUSAL, obstacle, refusal } from './eligibility.ts'
import { move, type Moved } from './move.ts'
import type { Attempt } from './schema.ts'
import { type PayoutEvent, type PayoutStatus, payout as machine } from './state.ts'
import type { PayoutRow } from './store.ts'

export interface Asked {
  /** The rail's own answer to our call, not to a question about it. */
  isAnswer: boolean
  /** An id for the method, should it be saved. */
  payout_method_id: string
}

const UNDER_WAY: ReadonlySet<PayoutStatus> = new Set(['requires_creation', 'initiated', 'pending'])

/** Undefined when it says nothing new. */
export function decideOutcome(
  payout: PayoutRow,
  operation: OperationRow,
  outcome: Outcome,
  at: Moment,
  asked: Asked,
): Moved | undefined {
  if (payout.operation_id !== operation.operation_id) return undefined
  if (!isOpen(operation)) return comeBack(payout, operation, outcome, at.now)
  // One of the two was read before, the other after somebody else wrote both.
  if (!UNDER_WAY.has(payout.status)) throw new Conflict()
  const told = heard(outcome)
  const closing = finish(
    operation,
    told.result === 'declined' ? gone(told, operation) : told,
    at.wall,
  )
  const moved = decide(payout, operation, told, at.now, asked)
  if (moved === undefined) return { row: payout, writes: [closing] }
  return { row: moved.row, writes: [...moved.writes, closing] }
}

/** Money that went and came back did go: that it came back is another chapter. */
function gone(said: Declined, { amount, currency }: OperationRow): Approved | Declined {
  if (!said.returned) return said
  const transaction_id = said.transaction_id ?? ''
  return { result: 'approved', transaction_id, review: false, amount, currency }
}

type Heard = Exclude<Outcome, { result: 'refused' | 'challenge' }>

/** An answer that no payout can get is no answer. */
function heard(outcome: Outcome): Heard {
  const isOdd = outcome.result === 'refused' || outcome.result === 'challenge'
  return isOdd ? { result: 'unknown' } : outcome
}

function decide(
  payout: PayoutRow,
  operation: OperationRow,
  outcome: Heard,
  now: Date,
  asked: Asked,
): Moved | undefined {
  switch (outcome.result) {
    case 'approved':
      return arrived(payout, operation, outcome, now, asked)
    case 'pending':
      return accepted(payout, operation, outcome, now)
    case 'declined':
      return outcome.returned
        ? bounced(payout, operation, outcome, now)
        : declined(payout, operation, outcome, now)
    case 'unknown':
      return unclear(payout, operation, now, asked)
    case 'not_sent':
    case 'revoked':
      return unsent(payout, operation, now)
  }
}

/** The way to where the rail was asked, for a payout that has not been told as such yet. */
function asking({ status }: PayoutRow): PayoutEvent[] {
  return status === 'requires_creation' ? ['initiate'] : []
}

function arrived(
  payout: PayoutRow,
  operation: OperationRow,
  { transaction_id }: Approved,
  now: Date,
  { payout_method_id }: Asked,
): Moved {
  const saved = kept(payout, payout_method_id, now)
  const set = { ...NO_REFUSAL, connector_transaction_id: transaction_id, ...saved.set }
  const moved = travel(payout, operation, [...asking(payout), 'succeed'], set, now)
  return booked(moved, operation, ['payout_paid'], now, saved.writes)
}

/** A method that is to be used again becomes the recipient's own; the vault has it already. */
function kept(payout: PayoutRow, payout_method_id: string, now: Date) {
  const { merchant_id, customer_id, vault_id, payout_type, payout_method_data } = payout
  const isKept = payout.recurring && payout.payout_method_id === null
  if (!isKept || vault_id === null || payout_type === null || payout_method_data === null) {
    return { set: {}, writes: [] }
  }
  const method = { merchant_id, payout_method_id, customer_id, vault_id, payout_type }
  const write = savePayoutMethod({ ...method, payout_method_data, created: now })
  return { set: { payout_method_id, vault_id: null }, writes: [write] }
}

function accepted(
  payout: PayoutRow,
  operation: OperationRow,
  { transaction_id }: Pending,
  now: Date,
): Moved | undefined {
  if (payout.status === 'pending') return undefined
  const path: PayoutEvent[] = [...asking(payout), 'accept']
  return travel(payout, operation, path, { connector_transaction_id: transaction_id }, now)
}

/** It went, and by the time we hear of it the recipient's bank has sent it back. */
function bounced(payout: PayoutRow, operation: OperationRow, said: Declined, now: Date): Moved {
  const set = { ...refusal(said), connector_transaction_id: said.transaction_id }
  const path: PayoutEvent[] = [...asking(payout), 'succeed', 'reverse']
  return booked(
    travel(payout, operation, path, set, now),
    operation,
    ['payout_paid', 'payout_returned'],
    now,
  )
}

/** Days after it went. */
function comeBack(
  payout: PayoutRow,
  operation: OperationRow,
  outcome: Outcome,
  now: Date,
): Moved | undefined {
  const isReturn = outcome.result === 'declined' && outcome.returned === true
  if (!isReturn || payout.status !== 'success') return undefined
  const moved = travel(payout, operation, ['reverse'], refusal(outcome), now)
  return booked(moved, operation, ['payout_returned'], now)
}

function declined(payout: PayoutRow, operation: OperationRow, said: Declined, now: Date): Moved {
  const set = { ...refusal(said), connector_transaction_id: said.transaction_id }
  if (said.reason !== null && payout.status === 'requires_creation') {
    const { path, set: aside } = obstacle(said.reason, said, now)
    const moved = travel(payout, operation, path, { ...set, ...aside, operation_id: null }, now)
    return booked(moved, operation, ['payout_failed'], now)
  }
  const moved = travel(payout, operation, [...asking(payout), 'fail'], set, now)
  return booked(moved, operation, ['payout_failed'], now)
}

/** Asked and not answered, it is under way; a question about it that finds nothing changes nothing. */
function unclear(
  payout: PayoutRow,
  operation: OperationRow,
  now: Date,
  { isAnswer }: Asked,
): Moved | undefined {
  return isAnswer ? travel(payout, operation, asking(payout), {}, now) : undefined
}

const NEVER_SENT = {
  code: 'UE_3001',
  provider_code: 'not_sent',
  provider_message: 'The rail never heard of this payout.',
} as const

/** Surely nothing was done. Who was told that the rail was asked is told that it failed. */
function unsent(payout: PayoutRow, operation: OperationRow, now: Date): Moved {
  if (payout.status === 'requires_creation') {
    const set = { ...ready(payout, now), operation_id: null }
    return booked(move(payout, ['unsend'], set, now), operation, ['payout_failed'], now)
  }
  const moved = travel(payout, operation, ['fail'], refusal(NEVER_SENT), now)
  return booked(moved, operation, ['payout_failed'], now)
}

/** A move that the attempt on record shows too. */
function travel(
  payout: PayoutRow,
  operation: OperationRow,
  path: readonly PayoutEvent[],
  set: Partial<PayoutRow>,
  now: Date,
): Moved {
  const last = path.at(-1)
  const status = last === undefined ? payout.status : machine.events[last].to
  const attempts = attempted({ ...payout, ...set }, operation, status)
  return move(payout, path, { ...set, attempts }, now)
}

function attempted(row: PayoutRow, operation: OperationRow, status: PayoutStatus): Attempt[] {
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
  moved: Moved,
  operation: OperationRow,
  causes: readonly Cause[],
  now: Date,
  also: readonly Write[] = [],
): Moved {
  const { merchant_id, operation_id, object_id, amount, currency } = operation
  const what = { merchant_id, operation_id, object_id, amount, currency, created: now }
  const transfers = causes.flatMap((cause) => transfer(cause, what))
  return { row: moved.row, writes: [...moved.writes, ...transfers, ...also] }
}
