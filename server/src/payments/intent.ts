import type { Write } from '../kernel/change.ts'
import type { PaymentEvent, PaymentStatus } from './state.ts'
import type { PaymentRow } from './store.ts'

export interface Decided {
  row: PaymentRow
  writes: [Write, ...Write[]]
}

/** What an operation was meant for; written with it, so that whoever finishes it knows. */
export interface Intent extends Record<string, unknown> {
  /** Authorize: take the money at once. */
  capture?: boolean
  /** Capture: the rest of the hold is released. */
  final?: boolean
  /** The event that an approval means, for captures and voids. */
  event?: PaymentEvent
  /** Where the payment stood, and stands again if nothing was done. */
  from: PaymentStatus
  set?: Partial<PaymentRow>
  /** Void: only to make room for another try. */
  supersede?: boolean
  capture_window_ms?: number
  action_window_ms?: number
  /** Authorize: a rule of the merchant's wants to look at it first. */
  review?: boolean
  /** Whom the guard against card testing remembers if it is declined. */
  marks?: string[]
  /** Authorize: the instrument to save if it succeeds, to destroy if it does not. */
  save?: { payment_method_id: string; vault_id: string } | undefined
}
