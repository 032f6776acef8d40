// The state that follows from the log. The same function applies a new fact and one that is read at the start, so a
// killed bank restarts with the same state.
import type { Dispute, Status } from './dispute.ts'
import type { Effect, Kind, Operation } from './operation.ts'

/** One log line. `set` has its subject's changes; the first fact sets all fields. */
export type Fact = OperationFact | DisputeFact | RecipientFact | RevocationFact | ClockFact

interface AnyFact {
  amount: number
  currency: string
  parent_id: string | null
  reference: string
  transaction_id: string
}

export interface OperationFact extends AnyFact {
  operation_id: string
  kind: Kind
  effect: Effect
  set: Partial<Operation>
}

export type DisputeEffect = `dispute_${Status}` | 'charged_back' | 'restored' | 'fee_charged'

export interface DisputeFact extends AnyFact {
  /** The dispute's id; the authorization is the parent. */
  operation_id: string
  kind: 'dispute'
  effect: DisputeEffect
  set: Partial<Dispute>
}

/** A recipient got an account with the rail; `operation_id` is its fingerprint. */
export interface RecipientFact extends AnyFact {
  operation_id: string
  kind: 'recipient'
  effect: 'onboarded'
  set: { owed?: undefined }
}

/** The caller revoked an id before an operation arrived under it; such an operation is refused. */
export interface RevocationFact extends AnyFact {
  operation_id: string
  kind: 'revocation'
  effect: 'revoked'
  set: { owed?: undefined }
}

/** A merchant's clock was moved forward in the sandbox; `operation_id` is the merchant id. */
export interface ClockFact extends AnyFact {
  operation_id: string
  kind: 'clock'
  effect: 'moved'
  set: { owed?: undefined; ms: number; at: number }
}

/** One authorization's money, in its lowest unit. */
export interface Balance {
  held: number
  captured: number
  refunded: number
  /** Pending refunds. */
  refunding: number
  /** Debited by disputes. */
  charged_back: number
  /** No further capture is possible. */
  is_closed: boolean
}

/** The object that facts and events are about. */
export type Subject = Operation | Dispute

interface BankEvent {
  event_id: string
  at: number
  subject: Subject
}

export interface Ledger {
  operations: Map<string, Operation>
  disputes: Map<string, Dispute>
  /** Fingerprints of onboarded recipients. */
  onboarded: Set<string>
  /** Revoked operation ids. */
  revoked: Set<string>
  balances: Map<string, Balance>
  /** Operations by their page's token. */
  pages: Map<string, Operation>
  /** In log order. */
  events: BankEvent[]
}

export function emptyLedger(): Ledger {
  return {
    operations: new Map(),
    disputes: new Map(),
    onboarded: new Set(),
    revoked: new Set(),
    balances: new Map(),
    pages: new Map(),
    events: [],
  }
}

export function isDispute(subject: Subject): subject is Dispute {
  return 'dispute_id' in subject
}

/** The customer makes a bank transfer, whenever they like: the bank only expects it at `due_at`. */
export function isExpected(subject: Subject): boolean {
  if (isDispute(subject) || subject.kind !== 'authorize') return false
  return subject.paid_with.type === 'bank_transfer'
}

/** Returns the fact's subject, if it can have events. */
export function apply(ledger: Ledger, fact: Fact): Subject | undefined {
  if (fact.kind === 'recipient') {
    ledger.onboarded.add(fact.operation_id)
    return undefined
  }
  if (fact.kind === 'revocation') {
    ledger.revoked.add(fact.operation_id)
    return undefined
  }
  if (fact.kind === 'clock') {
    bringForward(ledger, fact)
    return undefined
  }
  const subject =
    fact.kind === 'dispute' ? applyDispute(ledger, fact) : applyOperation(ledger, fact)
  if (fact.set.owed) {
    const { event_id, at } = fact.set.owed
    ledger.events.push({ event_id, at, subject })
  }
  return subject
}

/** A transfer whose time the movement passes is not made: it waits for a request that settles it. */
function bringForward({ operations, disputes }: Ledger, { operation_id, set }: ClockFact): void {
  for (const subject of [...operations.values(), ...disputes.values()]) {
    if (subject.due_at === null || subject.merchant_id !== operation_id) continue
    const due_at = subject.due_at - set.ms
    subject.due_at = isExpected(subject) && due_at <= set.at ? null : due_at
  }
}

function applyOperation(ledger: Ledger, fact: OperationFact): Operation {
  const before = ledger.operations.get(fact.operation_id)
  const wasPending = before?.outcome === 'pending'
  move(balanceFor(ledger, fact), fact, wasPending)
  const operation = Object.assign(before ?? {}, fact.set) as Operation
  ledger.operations.set(fact.operation_id, operation)
  if (operation.page_token !== null) ledger.pages.set(operation.page_token, operation)
  return operation
}

function applyDispute(ledger: Ledger, fact: DisputeFact): Dispute {
  const balance = balanceFor(ledger, fact)
  if (fact.effect === 'charged_back') balance.charged_back += fact.amount
  if (fact.effect === 'restored') balance.charged_back -= fact.amount
  const dispute = Object.assign(ledger.disputes.get(fact.operation_id) ?? {}, fact.set) as Dispute
  ledger.disputes.set(fact.operation_id, dispute)
  return dispute
}

function balanceFor(ledger: Ledger, fact: Fact): Balance {
  const authorization = fact.parent_id ?? fact.operation_id
  let balance = ledger.balances.get(authorization)
  if (balance === undefined) {
    balance = { held: 0, captured: 0, refunded: 0, refunding: 0, charged_back: 0, is_closed: false }
    ledger.balances.set(authorization, balance)
  }
  return balance
}

function move(balance: Balance, fact: OperationFact, wasPending: boolean): void {
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
