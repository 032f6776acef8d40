// Shares of a customer's money. Every change moves value from one term to another, so that received + corrections =
// returned + promised + used + left + credit + open + review + forfeited - waived

export interface Terms {
  /** Taken by the bank for invoices. */
  received: number
  /** Credit that the merchant gave, or took, for other reasons. */
  corrections: number
  /** Given back by the bank. */
  returned: number
  /** Asked back, and not given back by the bank yet. */
  promised: number
  /** Paid time that has passed, paused or not. */
  used: number
  /** Paid time that is left. */
  left: number
  credit: number
  /** Credit that open invoices have used. */
  open: number
  /** Part payments that the merchant has not decided about. */
  review: number
  /** Paid time that was given up without credit. */
  forfeited: number
  /** Time and credit beyond what was paid: credit_option full, refunded time, part payments that were accepted. */
  waived: number
}

export function noTerms(): Terms {
  return {
    received: 0,
    corrections: 0,
    returned: 0,
    promised: 0,
    used: 0,
    left: 0,
    credit: 0,
    open: 0,
    review: 0,
    forfeited: 0,
    waived: 0,
  }
}

/** 0 if nothing was created or lost. */
export function imbalanceOf(terms: Terms): number {
  const { received, corrections, returned, promised, used, left } = terms
  const { credit, open, review, forfeited, waived } = terms
  const out = returned + promised + used + left + credit + open + review + forfeited - waived
  return received + corrections - out
}

export function spellTerms(terms: Terms): string {
  return Object.entries(terms)
    .filter(([, amount]) => amount !== 0)
    .map(([name, amount]) => `${name} ${amount}`)
    .join(', ')
}
