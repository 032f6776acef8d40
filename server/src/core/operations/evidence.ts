// What counts as evidence about an operation. Everything here is a pure function, and the model checker in
// test/model explores exactly these.
//
// 1. A call is not made when too much time has passed since it was decided: the process may have been paused.
// 2. That a provider has no record of an operation never closes it: the request may still be on its way. The
//    operation is sent again under its own id, or its id is revoked, whichever the provider offers.
// 3. An operation that the provider has acknowledged once is never "never seen".
// 4. Only the first sender can say that nothing was sent, and only while nobody has sent it again.
// 5. A final outcome for a closed operation is never dropped: it is booked and reversed.
import type { Outcome, Provider, QueryOutcome, Unknown } from '#core/providers/provider.ts'
import { isAcknowledged, isOpen, type OperationKind, type OperationRow } from './operation.ts'

/** Longer than a commit may take, shorter than the first poll. */
const SEND_WITHIN_MS = 10_000

/** Rule 1, by the monotonic clock of the process that decided. */
export function isTooLateToSend(decided_ms: number, now_ms: number): boolean {
  return now_ms - decided_ms > SEND_WITHIN_MS
}

export const UNKNOWN: Unknown = { result: 'unknown' }

/** A poll that brought nothing: unlike a call without an answer it does not even say that a call was made. */
export const UNKNOWN_BY_POLL: Unknown & { readonly is_poll: true } = {
  result: 'unknown',
  is_poll: true,
}

type Way = 'resend' | 'revoke'

/**
 * How certainty is reached for each kind, the preferred way first. An authorization cannot be sent again,
 * because security codes are never stored; a payout is rather called off than sent late.
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

/** Whether a provider's query knows of such operations; the others can only be sent again. */
export function isQueryable({ kind }: Pick<OperationRow, 'kind'>): boolean {
  return kind !== 'answer'
}

/** What recovery does next about an operation that has no final outcome. */
export type Step =
  | { readonly do: 'settle'; readonly outcome: Outcome }
  | { readonly do: Way }
  /** Ask again later. */
  | { readonly do: 'wait' }
  /** The provider's horizon has passed: a person must ask the provider. */
  | { readonly do: 'review' }

/** `age_ms` is the age by the database's clock. */
export function decideStep(
  operation: OperationRow,
  told: QueryOutcome,
  certainty: Provider['certainty'],
  age_ms: number,
): Step {
  const isContradiction = told !== 'never_seen' && told.result === 'revoked'
  if (isAcknowledged(operation) && (told === 'never_seen' || isContradiction)) return { do: 'wait' }
  if (told !== 'never_seen') return { do: 'settle', outcome: told }
  // A reversal is recorded before anybody calls, so its first call is due whatever the provider offers.
  if (operation.kind === 'reversal' && operation.sends === 1) return { do: 'resend' }
  const way = ways[operation.kind].find((each) => certainty[each])
  if (way !== undefined) return { do: way }
  return { do: age_ms > certainty.horizon_ms ? 'review' : 'wait' }
}

/** What an outcome is worth. */
export type Verdict =
  /** It says nothing, or nothing new. */
  | { readonly is: 'nothing' }
  | { readonly is: 'outcome'; readonly outcome: Outcome }
  /** Money moved for an operation that had been closed as if it had not. */
  | { readonly is: 'late'; readonly outcome: Extract<Outcome, { result: 'approved' }> }

export function weigh(operation: OperationRow, outcome: Outcome): Verdict {
  if (isOpen(operation)) {
    const isClaim = outcome.result === 'not_sent' && operation.sends > 1
    const isContradiction = outcome.result === 'revoked' && isAcknowledged(operation)
    return { is: 'outcome', outcome: isClaim || isContradiction ? UNKNOWN : outcome }
  }
  if ('returned' in outcome && outcome.returned) return { is: 'outcome', outcome }
  const isNew = operation.status !== 'approved' && operation.status !== 'late'
  if (outcome.result === 'approved' && isNew) return { is: 'late', outcome }
  return { is: 'nothing' }
}
