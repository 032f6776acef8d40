// Messages between florin.js on the merchant's page and the card form in its frame. They contain nothing that was
// typed: the page learns the brand, whether the form is complete, and the result.
import type { Appearance, CardChange, FlorinError, PaymentDetails, Result } from '../florin.d.ts'

/** Raised when an older florin.js, which a browser may have cached for minutes, could not use a newer form. */
export const PROTOCOL = 1

/** Posted once to the frame, to its exact origin, with the port that everything else goes through. */
export interface Opening {
  florin: typeof PROTOCOL
  /** As in the frame's address, which other frames on the page cannot read. */
  nonce: string
  appearance: Appearance
}

export type ToFrame =
  | { type: 'appearance'; appearance: Appearance }
  | { type: 'confirm'; client_secret: string; details: PaymentDetails }
  | { type: 'focus' | 'clear' }

export type FromFrame =
  | { type: 'ready' | 'submit' }
  | { type: 'height'; height: number }
  | { type: 'change'; change: CardChange }
  | { type: 'error'; error: FlorinError }
  | { type: 'result'; result: Result }

/** `pay_…` from `pay_…_secret_…`. */
export function parsePaymentId(client_secret: string): string {
  return client_secret.split('_secret_')[0] ?? ''
}
