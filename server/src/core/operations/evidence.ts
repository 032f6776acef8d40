// The rules of evidence about an operation, as pure functions. The model checker in test/model explores them.
//
// 1. A call is not made if too much time has passed since the decision: the process may have been paused.
// 2. An operation is never closed because the provider has no record of it: the request may still arrive. It is
//    sent again under its own id, or its id is revoked, whichever the provider supports.
// 3. After an acknowledgement by the provider, "never seen" is ignored.
// 4. "Not sent" counts only from the first sender, and only if the operation was not sent again.
// 5. A final outcome for a closed operation is never dropped: it is booked and reversed.
import type { Services } from '#kernel/context.ts'
import {
  type Certainty,
  type CertaintyTable,
  mayResend,
  type OperationKind,
} from '#core/providers/certainty.ts'
import type { AccountKey } from '#core/providers/accounts.ts'
import type { Outcome, QueryOutcome, Unknown } from '#core/providers/provider.ts'
import { isAcknowledged, isOpen, type OperationRow } from './operation.ts'

/** Longer than a commit may take, shorter than the first poll. */
const SEND_WITHIN_MS = 10_000

/** Rule 1, by the deciding process's monotonic clock. */
export function isTooLateToSend(decided_ms: number, now_ms: number): boolean {
  return now_ms - decided_ms > SEND_WITHIN_MS
}

export const UNKNOWN: Unknown = { result: 'unknown' }

/** A poll without a result; unlike a call without an answer, it does not mean that a call was made. */
export const UNKNOWN_BY_POLL: Unknown & { readonly is_poll: true } = {
  result: 'unknown',
  is_poll: true,
}

type Way = 'resend' | 'revoke'

/**
 * Ways to reach certainty for each kind, by preference. An authorization cannot be sent again, because security codes
 * are never stored; a payout is revoked rather than sent late.
 */
const ways: Readonly<Record<OperationKind, readonly Way[]>> = {
  authorize: ['revoke'],
  capture: ['resend', 'revoke'],
  void: ['resend', 'revoke'],
  refund: ['resend', 'revoke'],
  payout: ['revoke'],
  reversal: ['resend'],
  answer: ['resend'],
}

/** Answers to disputes can only be sent again. */
export function isQueryable({ kind }: Pick<OperationRow, 'kind'>, { kinds }: CertaintyTable) {
  return kind !== 'answer' && kinds[kind].query !== 'none'
}

/** The next recovery step for an operation without a final outcome. */
export type Step =
  | { readonly do: 'settle'; readonly outcome: Outcome }
  | { readonly do: Way }
  /** Poll again later. */
  | { readonly do: 'wait' }
  /** The provider's horizon has passed: the operator must ask the provider. */
  | { readonly do: 'review' }

/** `age_ms` is the age by the database's clock. */
export function decideStep(
  operation: OperationRow,
  reported: QueryOutcome,
  { kinds, horizon_ms }: CertaintyTable,
  age_ms: number,
): Step {
  const isNothing = reported === 'never_seen' || reported.result === 'revoked'
  const certainty = kinds[operation.kind]
  const isOverdue = age_ms > horizon_ms
  const undecided: Step = { do: isOverdue ? 'review' : 'wait' }
  // Only an event can report it. Without one, the operator must ask the provider.
  if (isAcknowledged(operation) && isNothing) {
    return certainty.query === 'none' ? undecided : { do: 'wait' }
  }
  if (reported !== 'never_seen') return { do: 'settle', outcome: reported }
  // A reversal is recorded before its first call, so recovery makes that call.
  if (operation.kind === 'reversal' && operation.sends === 1) return { do: 'resend' }
  const way = ways[operation.kind].find((each) => isOpenTo(each, certainty, age_ms))
  if (way === undefined) return undecided
  const isSettledLater = way === 'revoke' && certainty.revoke === 'reported_later'
  return isSettledLater && isOverdue ? undecided : { do: way }
}

function isOpenTo(way: Way, certainty: Certainty, age_ms: number): boolean {
  return way === 'resend' ? mayResend(certainty, age_ms) : certainty.revoke !== 'none'
}

/**
 * An account reports about its own operations only. The deployment's own provider also reports about the accounts that
 * merchants have with it.
 */
export function isFrom(
  { provider }: Pick<Services, 'provider'>,
  { connector_id }: AccountKey,
  operation: Pick<OperationRow, 'connector_id' | 'provider'>,
): boolean {
  if (operation.connector_id === connector_id) return true
  return connector_id === null && operation.provider === provider.name
}

export type Verdict =
  /** It is not new. */
  | { readonly is: 'nothing' }
  | { readonly is: 'outcome'; readonly outcome: Outcome }
  /** Money moved for an operation that had been closed. */
  | { readonly is: 'late'; readonly outcome: Extract<Outcome, { result: 'approved' }> }

export function weigh(operation: OperationRow, outcome: Outcome): Verdict {
  if (isOpen(operation)) {
    const isClaim = outcome.result === 'not_sent' && operation.sends > 1
    const isContradiction = outcome.result === 'revoked' && isAcknowledged(operation)
    return { is: 'outcome', outcome: isClaim || isContradiction ? UNKNOWN : outcome }
  }
  if ('returned' in outcome && outcome.returned) return { is: 'outcome', outcome }
  // A revocation that is reported later can overtake an approval: the hold is gone.
  const isWithdrawn = operation.kind === 'authorize' && operation.status === 'approved'
  if (outcome.result === 'revoked' && outcome.released && isWithdrawn) {
    return { is: 'outcome', outcome }
  }
  const isNew = operation.status !== 'approved' && operation.status !== 'late'
  if (outcome.result === 'approved' && isNew) return { is: 'late', outcome }
  return { is: 'nothing' }
}
