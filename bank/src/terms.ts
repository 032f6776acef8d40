// What a bank can be told to do differently.

export interface Terms {
  /** How long the bank takes over what does not come at once. */
  readonly later_ms: number
  /** What a dispute costs the merchant, in the lowest unit of its currency. */
  readonly dispute_fee: number
}

export const usualTerms: Terms = { later_ms: 5_000, dispute_fee: 1_500 }
