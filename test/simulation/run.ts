// Shared by a simulation's parts: the clients' knowledge, requests and answers, and violations.
import type { BankFact } from '#testing/deployment.ts'
import type { Merchant, SimulatedDeployment } from './deployment.ts'

export type Roll = () => number

/** Something that requests change. */
export interface Target {
  readonly id: string
  readonly merchant: Merchant
  /**
   * True if its requests are sent one after the other, so that each effect belongs to exactly one request. It ends
   * with a request that gets no answer: that one may still be in flight.
   */
  is_alone: boolean
  /** Ends when the request before has ended. */
  turn: Promise<unknown>
  last_sent?: Sent
}

export interface PaymentTarget extends Target {
  /** At the acquirer. */
  transaction_id?: string | undefined
  /** The page that the customer was sent to. */
  page?: string | undefined
  /** The customer pays by a transfer or on a phone. */
  is_awaited?: boolean
  /** The last answer's status. */
  status?: string
}

export interface SubscriptionTarget extends Target {
  readonly customer_id: string
  /** The last answer's status. */
  status?: string
}

export interface CustomerTarget extends Target {
  /** Saved payment methods. */
  readonly methods: string[]
  is_deleted: boolean
}

/** A request that was sent to change something, and how it was answered. */
export interface Sent {
  readonly target: Target
  readonly name: string
  /** Operations that such a request starts. */
  readonly kinds: readonly string[]
  /** Creates the target. */
  readonly creates: boolean
  readonly sent_at: number
  /** Until the next request for the same target was sent. */
  until: number
  is_alone: boolean
  http?: number
  code?: string | undefined
  message?: string | undefined
  status?: string | undefined
}

export interface Run {
  readonly seed: number
  readonly simulated: SimulatedDeployment
  readonly payments: PaymentTarget[]
  readonly refunds: Target[]
  readonly payouts: Target[]
  readonly customers: CustomerTarget[]
  readonly subscriptions: SubscriptionTarget[]
  readonly sent: Sent[]
  /** Final statuses that were answered, by target. */
  readonly promises: Map<Target, string>
  /** Answers by status and code. */
  readonly answers: Map<string, number>
  readonly actions: Map<string, number>
  readonly faults: Map<string, number>
  /** Faults that the bank drew for its requests. */
  readonly bank_faults: Map<string, number>
  readonly violations: string[]
  /** Apis whose clock is wrong, by their address. */
  readonly shifted: Set<string>
  /** Customers for whom such an api may have acted: when things happened to them is not certain. */
  readonly uncertain: Set<string>
  /** Part payments that merchants wanted to accept. */
  readonly accepted: Set<string>
  made: number
  /** Number of times the bank's mood was set. */
  moods: number
}

export function createRun(seed: number, simulated: SimulatedDeployment): Run {
  return {
    seed,
    simulated,
    payments: [],
    refunds: [],
    payouts: [],
    customers: [],
    subscriptions: [],
    sent: [],
    promises: new Map(),
    answers: new Map(),
    actions: new Map(),
    faults: new Map(),
    bank_faults: new Map(),
    violations: [],
    shifted: new Set(),
    uncertain: new Set(),
    accepted: new Set(),
    made: 0,
    moods: 0,
  }
}

export interface Action {
  readonly name: string
  /** Relative frequency. */
  readonly weight: number
  readonly act: (run: Run, roll: Roll) => Promise<unknown>
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

export function pick<T>(roll: Roll, list: readonly T[]): T {
  return list[Math.floor(roll() * list.length)] as T
}

export function between(roll: Roll, least: number, most: number): number {
  return Math.floor(least + roll() * (most - least + 1))
}

const RECENT = 80

/** Mostly a recent one, sometimes any: clients get in each other's way. */
export function pickRecent<T>(roll: Roll, list: readonly T[]): T | undefined {
  const from = roll() < 0.8 ? Math.max(0, list.length - RECENT) : 0
  return list[from + Math.floor(roll() * (list.length - from))]
}

export function newTarget(merchant: Merchant, id: string, is_alone: boolean): Target {
  return { id, merchant, is_alone, turn: Promise.resolve() }
}

/** An id that only this run uses. */
export function newName(run: Run, kind: string): string {
  run.made += 1
  return `${kind}_${run.made}`
}

/** A fact from the bank's log, with the fields that only an operation's first line has. */
export interface Fact extends BankFact {
  readonly set?: { merchant_id?: string | null }
}
