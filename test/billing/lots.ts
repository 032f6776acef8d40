// The credit of a customer in one currency, in lots: each lot is money of one payment, or corrections. The oldest lot is
// used first. Money that is given back after it became credit takes the credit of its lot with it, one for one.

export interface Lot {
  readonly payment_id: string | null
  balance: number
  /** What the money that was given back takes of it. */
  claimed: number
  /** The part of that which had been spent. */
  uncollected: number
}

export interface Part {
  readonly lot: Lot
  readonly amount: number
}

/** What happened to the money of a payment, in order: it became credit, or it was given back. */
type Movement =
  | { readonly kind: 'grant'; readonly amount: number }
  | { readonly kind: 'give_back'; readonly amount: number; readonly id: string }

export class Lots {
  private readonly lots = new Map<string | null, Lot>()
  private readonly movements = new Map<string | null, Movement[]>()

  get balance(): number {
    return [...this.lots.values()].reduce((sum, { balance }) => sum + balance, 0)
  }

  /** Put into credit from a payment, and not taken back. */
  outstandingOf(payment_id: string): number {
    const { granted, claimed } = add(this.movementsOf(payment_id))
    return granted - claimed
  }

  private movementsOf(payment_id: string | null): Movement[] {
    const known = this.movements.get(payment_id) ?? []
    this.movements.set(payment_id, known)
    return known
  }

  /** A lot is as old as its first grant. */
  private of(payment_id: string | null): Lot {
    const lot = this.lots.get(payment_id)
    if (lot) return lot
    const made = { payment_id, balance: 0, claimed: 0, uncollected: 0 }
    this.lots.set(payment_id, made)
    return made
  }

  grant(payment_id: string | null, amount: number): void {
    this.of(payment_id).balance += amount
    this.movementsOf(payment_id).push({ kind: 'grant', amount })
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

  /** Returns by how much the credit falls. */
  giveBack(payment_id: string, id: string, amount: number): number {
    this.movementsOf(payment_id).push({ kind: 'give_back', amount, id })
    return this.settle(payment_id)
  }

  /** The refund failed, or the dispute was won: it counts as if it had never been. Returns by how much the credit rises. */
  reverse(payment_id: string, id: string): number {
    const known = this.movementsOf(payment_id)
    const at = known.findLastIndex((row) => row.kind === 'give_back' && row.id === id)
    if (at >= 0) known.splice(at, 1)
    return 0 - this.settle(payment_id)
  }

  /** Takes what is claimed now, as far as it is there. What is not claimed any more settles what was not collected first. */
  private settle(payment_id: string): number {
    const lot = this.lots.get(payment_id)
    if (lot === undefined) return 0
    const { claimed } = add(this.movementsOf(payment_id))
    const more = claimed - lot.claimed
    const uncollected =
      more > 0 ? more - Math.min(more, lot.balance) : -Math.min(lot.uncollected, -more)
    lot.claimed = claimed
    lot.uncollected += uncollected
    lot.balance -= more - uncollected
    return more - uncollected
  }
}

function add(movements: readonly Movement[]): { granted: number; claimed: number } {
  let [granted, claimed] = [0, 0]
  for (const { kind, amount } of movements) {
    if (kind === 'grant') granted += amount
    else claimed += Math.min(amount, granted - claimed)
  }
  return { granted, claimed }
}
