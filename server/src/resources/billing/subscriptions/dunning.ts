// The next step after a failed collection: the next retry on the profile's schedule, or its final action.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'

/** The issuer would decline the same card again, and counts such retries against the merchant. */
const HARD: ReadonlySet<string> = new Set([
  'UE_1002',
  'UE_1003',
  'UE_1006',
  'UE_1010',
  'UE_1014',
  'UE_1015',
  'UE_1016',
  'UE_1017',
  'UE_2003',
])

/** The issuer wants the customer to authenticate. */
export const NEEDS_AUTHENTICATION = 'UE_2002'

export interface FailedAttempt {
  /** Null if there was no payment method to charge. */
  readonly payment_method_id: string | null
  readonly unified_code: string | null
}

export type DunningStep = Pick<
  InvoiceRow,
  'retries' | 'first_failed_at' | 'exhausted_method_id' | 'unified_code' | 'next_attempt_at'
>

/** The schedule has ended, and its final action was taken. */
export function isExhausted(
  { first_failed_at, retries }: Pick<InvoiceRow, 'first_failed_at' | 'retries'>,
  { retry_days }: Profile['dunning'],
): boolean {
  return first_failed_at !== null && retries >= retry_days.length
}

/**
 * `next_attempt_at` is null when the schedule has ended: then the final action follows. Days that have passed meanwhile, as
 * in an outage, are skipped: several retries at once would all be declined.
 */
export function nextStep(
  invoice: InvoiceRow,
  { payment_method_id, unified_code }: FailedAttempt,
  { retry_days }: Profile['dunning'],
  now: Date,
): DunningStep {
  const isFirst = invoice.first_failed_at === null
  const first_failed_at = invoice.first_failed_at ?? now
  const days = retry_days.toSorted((a, b) => a - b)
  const moments = days.map((day) => addMs(first_failed_at, day * DAY_MS))
  const from = isFirst ? 0 : invoice.retries + 1
  const found = moments.findIndex((moment, n) => n >= from && moment > now)
  const retries = found === -1 ? Math.max(from, days.length) : found
  const isHard = unified_code !== null && HARD.has(unified_code)
  return {
    retries,
    first_failed_at,
    exhausted_method_id: isHard ? payment_method_id : invoice.exhausted_method_id,
    unified_code,
    next_attempt_at: moments[retries] ?? null,
  }
}
