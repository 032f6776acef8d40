// The objects that a subscription page has read.
import type { Invoice } from '../invoices/words.ts'
import type { Price } from '../plans/words.ts'
import type { Subscription } from './words.ts'

export interface Known {
  readonly subscription: Subscription
  readonly price: Price | undefined
  /** The newest invoice in full. */
  readonly newest: Invoice | undefined
  /** Those that were read so far, newest first. */
  readonly invoices: readonly Invoice[]
}

export interface DialogProps extends Known {
  close: () => void
}
