// What a bank can be told to do differently.

export interface Terms {
  /** How long the bank takes over what does not come at once. */
  readonly later_ms: number
}

export const usualTerms: Terms = { later_ms: 5_000 }
