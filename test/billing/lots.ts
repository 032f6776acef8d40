// The credit of a customer in one currency, in lots: each lot is money of one payment, or corrections. The oldest lot is
// used first. Money that is given back takes the credit of its lot with it.

export interface Lot {
  readonly payment_id: string | null
  balance: number
  /** Put into credit from the payment, less what its return has taken again. */
  outstanding: number
  /** Taken by a return, but spent before. */
  uncollected: number
}

export interface Part {
  readonly lot: Lot
  readonly amount: number
}

export interface Taken {
  /** By which the return reduces what is outstanding. */
  readonly claimed: number
  /** The part of it that had been spent. */
  readonly uncollected: number
}

export class Lots {
  private readonly lots = new Map<string | null, Lot>()

  get balance(): number {
    return [...this.lots.values()].reduce((sum, { balance }) => sum + balance, 0)
  }

  outstandingOf(payment_id: string): number {
    return this.lots.get(payment_id)?.outstanding ?? 0
  }

  /** A lot is as old as its first grant. */
  private of(payment_id: string | null): Lot {
    const lot = this.lots.get(payment_id)
    if (lot) return lot
    const made = { payment_id, balance: 0, outstanding: 0, uncollected: 0 }
    this.lots.set(payment_id, made)
    return made
  }

  grant(payment_id: string | null, amount: number): void {
    const lot = this.of(payment_id)
    lot.balance += amount
    lot.outstanding += amount
  }

  /** Returns what was used of each lot. Credit that is not there is owed by the corrections. */
  use(amount: number): Part[] {
    const parts: Part[] = []
    let left = amount
    for (const lot of this.lots.values()) {
      const part = Math.min(left, lot.balance)
      if (part <= 0) continue
      lot.balance -= part
      left -= part
      parts.push({ lot, amount: part })
    }
    if (left === 0) return parts
    const lot = this.of(null)
    lot.balance -= left
    return [...parts, { lot, amount: left }]
  }

  /** Returns how much of it settles what could not be collected. */
  returnTo(lot: Lot, amount: number): number {
    const due = Math.min(amount, lot.uncollected)
    lot.uncollected -= due
    lot.balance += amount - due
    return due
  }

  giveBack(payment_id: string, amount: number): Taken {
    const lot = this.lots.get(payment_id)
    if (lot === undefined) return { claimed: 0, uncollected: 0 }
    const claimed = Math.min(amount, lot.outstanding)
    const collected = Math.min(claimed, lot.balance)
    lot.balance -= collected
    lot.outstanding -= claimed
    lot.uncollected += claimed - collected
    return { claimed, uncollected: claimed - collected }
  }

  /** The money came back to the merchant: what could not be collected is settled first, the rest is credit again. */
  reverse(payment_id: string, claimed: number): Taken {
    const lot = this.lots.get(payment_id)
    if (lot === undefined) return { claimed: 0, uncollected: 0 }
    const uncollected = Math.min(lot.uncollected, claimed)
    lot.uncollected -= uncollected
    lot.outstanding += claimed
    lot.balance += claimed - uncollected
    return { claimed, uncollected }
  }
}
