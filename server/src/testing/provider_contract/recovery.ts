// Settles an operation without an answer, as recovery would: by the certainty table alone.
import type { OperationKind } from '#core/providers/certainty.ts'
import type { Outcome, QueryOutcome } from '#core/providers/provider.ts'
import { type Bench, eventOf } from './bench.ts'

/** The provider's record by query; `otherwise` where it has no query. */
export async function recorded(
  { provider, ref }: Bench,
  operation_id: string,
  otherwise: Outcome,
  kind: OperationKind = 'authorize',
): Promise<QueryOutcome | Outcome> {
  if (provider.certainty.kinds[kind].query === 'none') return otherwise
  return provider.query(ref(operation_id, kind))
}

/** Queries, then sends again or revokes, whichever the table allows; then waits for the event if there is one. */
export async function recover(
  bench: Bench,
  kind: OperationKind,
  operation_id: string,
  resend: () => Promise<Outcome>,
): Promise<Outcome> {
  const { provider, ref } = bench
  const { query, resend: mayResend, revoke } = provider.certainty.kinds[kind]
  const found = query === 'none' ? 'never_seen' : await provider.query(ref(operation_id, kind))
  if (found !== 'never_seen' && found.result !== 'unknown') return found
  const outcome =
    mayResend === null ? await provider.revoke(ref(operation_id, kind)) : await resend()
  const isLater = outcome.result === 'pending' || revoke === 'reported_later'
  const isOpen = outcome.result === 'pending' || outcome.result === 'unknown'
  if (!isLater || !isOpen) return outcome
  // The authorization's own event may come first.
  const awaited = mayResend === null ? 'revoked' : undefined
  return (await bench.event(eventOf(operation_id, awaited))).outcome
}
