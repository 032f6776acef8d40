// A customer's credit in one currency, in lots: each lot is money from one payment, or corrections. The oldest lot is
// used first. Money that is given back after it became credit takes its lot's credit with it, one for one.

export interface Lot {
  readonly payment_id: string | null
  balance: number
  /** The amount that returned money takes from it. */
  claimed: number
  /** The already spent part of that amount. */
  uncollected: number
}

export interface Part {
  readonly lot: Lot
  readonly amount: number
}

/**
 * A payment's money, as units in a row. Money given back is always the beginning of the row; credit that is granted
 * takes the next units that are neither given back nor credit.
 */
interface Row {
  readonly returns: Map<string, number>
  readonly granted: Units[]
}

interface Units {
  readonly start: number
  readonly end: number
}

export class Lots {
  private readonly lots = new Map<string | null, Lot>()
  private readonly rows = new Map<string | null, Row>()

  get balance(): number {
    return [...this.lots.values()].reduce((sum, { balance }) => sum + balance, 0)
  }

  /** Put into credit from a payment, and not taken back. */
  outstandingOf(payment_id: string): number {
    const { granted } = this.rowOf(payment_id)
    return (
      granted.reduce((sum, { start, end }) => sum + end - start, 0) - this.claimedOf(payment_id)
    )
  }

  private rowOf(payment_id: string | null): Row {
    const row = this.rows.get(payment_id) ?? { returns: new Map(), granted: [] }
    this.rows.set(payment_id, row)
    return row
  }

  /** The credit whose units are given back. */
  private claimedOf(payment_id: string): number {
    const row = this.rowOf(payment_id)
    const returned = returnedOf(row)
    return row.granted.reduce(
      (sum, { start, end }) => sum + Math.max(0, Math.min(end, returned) - start),
      0,
    )
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
    const row = this.rowOf(payment_id)
    row.granted.push(...freeUnits(row, amount))
  }

  /** Returns the amount used from each lot. Missing credit is owed by the corrections. */
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

  /** Returns the part that settles uncollected amounts. */
  returnTo(lot: Lot, amount: number): number {
    const due = Math.min(amount, lot.uncollected)
    lot.uncollected -= due
    lot.balance += amount - due
    return due
  }

  /** Returns by how much the credit falls. */
  giveBack(payment_id: string, id: string, amount: number): number {
    this.rowOf(payment_id).returns.set(id, amount)
    return this.settle(payment_id)
  }

  /** The refund failed, or the dispute was won: it counts as if it had never been. Returns by how much the credit rises. */
  reverse(payment_id: string, id: string): number {
    this.rowOf(payment_id).returns.delete(id)
    return 0 - this.settle(payment_id)
  }

  /** Takes what is claimed now, as far as it is there. What is not claimed any more settles what was not collected first. */
  private settle(payment_id: string): number {
    const lot = this.lots.get(payment_id)
    if (lot === undefined) return 0
    const claimed = this.claimedOf(payment_id)
    const more = claimed - lot.claimed
    const uncollected =
      more > 0 ? more - Math.min(more, lot.balance) : -Math.min(lot.uncollected, -more)
    lot.claimed = claimed
    lot.uncollected += uncollected
    lot.balance -= more - uncollected
    return more - uncollected
  }
}

function returnedOf({ returns }: Row): number {
  return [...returns.values()].reduce((sum, amount) => sum + amount, 0)
}

/** The first units that are neither given back nor credit. */
function freeUnits(row: Row, amount: number): Units[] {
  const found: Units[] = []
  const taken = row.granted.toSorted((a, b) => a.start - b.start)
  let start = returnedOf(row)
  let left = amount
  for (const units of [...taken, { start: Infinity, end: Infinity }]) {
    const end = Math.min(units.start, start + left)
    if (end > start) {
      found.push({ start, end })
      left -= end - start
    }
    start = Math.max(start, units.end)
  }
  return found
}
