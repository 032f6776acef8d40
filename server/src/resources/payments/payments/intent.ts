// An operation's purpose, stored with it for the code that settles it.
import type { Write } from '#kernel/change.ts'
import { DAY_MS } from '#kernel/clock.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import type { NotSent } from '#core/providers/provider.ts'
import type { PaymentStatus, PaymentTransition } from './state.ts'
import type { PaymentRow } from './store.ts'

/** The vault deletes an instrument stored for a confirmation after this time. */
export const INSTRUMENT_TTL_MS = DAY_MS

export interface AuthorizeIntent {
  /** The status to return to if nothing was done. */
  from: PaymentStatus
  /** Capture at once. */
  capture: boolean
  /** A merchant's risk rule requires a manual review. */
  review: boolean
  capture_window_ms: number
  action_window_ms: number
  /** The rows in which the attempt is counted: risk.ts. */
  attempts?: string[]
  /** The provider holds the money, and a capture of its own takes it. */
  captures_separately?: true
  risk?: { action: string; rule: number | null }
  /** The instrument to save if it succeeds, to delete if it does not. */
  save?: { payment_method_id: string; vault_id: string; is_pinned?: true }
}

export interface CaptureIntent {
  from: PaymentStatus
  /** Releases the rest of the hold. */
  final: boolean
  transition?: PaymentTransition
  set?: Partial<PaymentRow>
}

export interface VoidIntent {
  from: PaymentStatus
  transition: PaymentTransition
  set?: Partial<PaymentRow>
}

/** Reverses an operation that was approved after it had been closed. */
export interface ReversalIntent {
  by: 'void' | 'refund'
  /** That operation's id. */
  reverses: string
}

export type AuthorizeOperation = OperationRow<'authorize', AuthorizeIntent>
export type CaptureOperation = OperationRow<'capture', CaptureIntent>
export type VoidOperation = OperationRow<'void', VoidIntent>
export type ReversalOperation = OperationRow<'reversal', ReversalIntent>
export type PaymentOperation =
  | AuthorizeOperation
  | CaptureOperation
  | VoidOperation
  | ReversalOperation

/** Nothing was sent; the instrument is in the vault, so that the payment can be confirmed again. */
export interface NotSentVaulted extends NotSent {
  readonly vaulted?: { readonly vault_id: string; readonly write: Write }
}
