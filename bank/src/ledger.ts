// What the log adds up to. The same function takes in a fact that was just decided and one that was
// read at the start, so a bank that was killed comes back as it was.
import type { Effect, Operation } from './operation.ts'

/** One line of the log. `set` is what the fact changes in the operation; the first fact sets all of it. */
export interface Fact {
  operation_id: string
  kind: string
  effect: Effect
  amount: number
  currency: string
  parent_id: string | null
  reference: string
  transaction_id: string
  set: Partial<Operation>
}

/** The money of one authorization, in its lowest unit. */
export interface Balance {
  held: number
  captured: number
  refunded: number
  /** Asked for as refunds and not decided yet; it cannot be promised twice. */
  refunding: number
  /** Nothing can be captured any more. */
  is_closed: boolean
}

/** What facts are about, and what news is about. */
export type Subject = Operation

interface Piece {
  event_id: string
  at: number
  subject: Subject
}

export interface Ledger {
  operations: Map<string, Operation>
  balances: Map<string, Balance>
  /** From the token of a page to the operation it belongs to. */
  pages: Map<string, Operation>
  /** Everything that was told of the bank's own accord, in order. */
  news: Piece[]
}

export function emptyLedger(): Ledger {
  return { operations: new Map(), balances: new Map(), pages: new Map(), news: [] }
}

export function take(ledger: Ledger, fact: Fact): Subject {
  const before = ledger.operations.get(fact.operation_id)
  const wasPending = before?.outcome === 'pending'
  move(balanceFor(ledger, fact), fact, wasPending)
  const operation = Object.assign(before ?? {}, fact.set) as Operation
  ledger.operations.set(fact.operation_id, operation)
  if (operation.page_token !== null) ledger.pages.set(operation.page_token, operation)
  if (fact.set.owed) {
    const { event_id, at } = fact.set.owed
    ledger.news.push({ event_id, at, subject: operation })
  }
  return operation
}

function balanceFor(ledger: Ledger, fact: Fact): Balance {
  const authorization = fact.parent_id ?? fact.operation_id
  let balance = ledger.balances.get(authorization)
  if (balance === undefined) {
    balance = { held: 0, captured: 0, refunded: 0, refunding: 0, is_closed: false }
    ledger.balances.set(authorization, balance)
  }
  return balance
}

function move(balance: Balance, fact: Fact, wasPending: boolean): void {
  const { effect, amount } = fact
  if (fact.kind === 'refund' && wasPending) balance.refunding -= amount
  if (effect === 'held') balance.held += amount
  if (effect === 'charged') {
    balance.captured += amount
    balance.is_closed = true
  }
  if (effect === 'captured') {
    balance.held -= amount
    balance.captured += amount
  }
  if (effect === 'released') {
    balance.held -= amount
    balance.is_closed = true
  }
  if (effect === 'refunded') balance.refunded += amount
  if (effect === 'returned' && fact.kind === 'refund') balance.refunded -= amount
  if (effect === 'pending' && fact.kind === 'refund') balance.refunding += amount
}
