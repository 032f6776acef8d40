// The ways in which an operation without an answer becomes certain. Providers differ, and one provider differs by operation
// kind, so each one declares a table. Recovery follows the table alone.
import { HOUR_MS } from '#kernel/clock.ts'

export type OperationKind =
  | 'authorize'
  | 'capture'
  | 'void'
  | 'refund'
  | 'payout'
  /** Returns money that moved for an operation that had been closed. */
  | 'reversal'
  /** An answer to a dispute; moves no money by itself. */
  | 'answer'

export interface Certainty {
  /** The same request under the same id acts once; null if it could act again. */
  readonly resend: Resend | null
  /** `final`: the answer settles it. `reported_later`: an event does. */
  readonly revoke: 'final' | 'reported_later' | 'none'
  /**
   * `exact`: what the query does not find was not done yet. `lagging`: it may have been done. Either way the request
   * may still be in flight, so a query that finds nothing closes nothing.
   */
  readonly query: 'exact' | 'lagging' | 'none'
}

export interface Resend {
  /** The time for which the provider remembers the id, from the first request; null: for good. */
  readonly remembered_ms: number | null
  /** The bytes must be the same. Such a request is stored with its operation, so that every release repeats it. */
  readonly identical: boolean
}

export interface CertaintyTable {
  readonly kinds: Readonly<Record<OperationKind, Certainty>>
  /** If nothing settles an operation, the operator decides after this time. */
  readonly horizon_ms: number
}

/** Nothing is sent again in the last hour before the provider forgets the id. */
const SAFETY_MS = HOUR_MS

/** `age_ms` is the operation's age by the database's clock. */
export function mayResend({ resend }: Certainty, age_ms: number): boolean {
  if (resend === null) return false
  return resend.remembered_ms === null || age_ms < resend.remembered_ms - SAFETY_MS
}

const kinds = ['authorize', 'capture', 'void', 'refund', 'payout', 'reversal', 'answer'] as const

/** One row for every kind, and rows for the kinds that differ. */
export function certaintyTable(
  horizon_ms: number,
  usual: Certainty,
  others: Partial<Record<OperationKind, Certainty>> = {},
): CertaintyTable {
  const rows = kinds.map((kind) => [kind, others[kind] ?? usual] as const)
  return { horizon_ms, kinds: Object.fromEntries(rows) as CertaintyTable['kinds'] }
}
