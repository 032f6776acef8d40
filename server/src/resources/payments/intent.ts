// What an operation on a payment was meant for; written with it, so that whoever settles it knows.
import type { Write } from '#kernel/change.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import type { NotSent } from '#core/providers/provider.ts'
import type { PaymentStatus, PaymentTransition } from './state.ts'
import type { PaymentRow } from './store.ts'

export interface AuthorizeIntent {
  /** Where the payment stood, and stands again if nothing was done. */
  from: PaymentStatus
  /** Take the money at once. */
  capture: boolean
  /** A rule of the merchant's wants a person to look at it first. */
  review: boolean
  capture_window_ms: number
  action_window_ms: number
  /** Fingerprints that card-testing protection records if it is declined. */
  marks?: string[]
  /** The instrument to save if it succeeds, to delete if it does not. */
  save?: { payment_method_id: string; vault_id: string }
}

export interface CaptureIntent {
  from: PaymentStatus
  /** The rest of the hold is released. */
  final: boolean
  transition?: PaymentTransition
  set?: Partial<PaymentRow>
}

export interface VoidIntent {
  from: PaymentStatus
  transition: PaymentTransition
  set?: Partial<PaymentRow>
}

/** Gives back what moved for an operation that had been closed. */
export interface ReversalIntent {
  by: 'void' | 'refund'
  /** The operation whose money it gives back. */
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

/** Nothing was sent, and the instrument waits in the vault so that the payment can be confirmed again. */
export interface NotSentVaulted extends NotSent {
  readonly vaulted?: { readonly vault_id: string; readonly write: Write }
}
