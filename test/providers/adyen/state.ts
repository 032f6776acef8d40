// Payments, modifications and disputes in memory, and a log of what moved money.
import { randomBytes } from 'node:crypto'

export interface Payment {
  readonly psp: string
  /** Our operation id. */
  readonly reference: string
  readonly value: number
  readonly currency: string
  readonly type: string
  readonly is_manual: boolean
  readonly holder: string
  readonly return_url: string
  readonly stored_id: string | undefined
  status: 'waiting' | 'authorised' | 'refused' | 'cancelled'
  captured: number
  refunded: number
}

export interface Dispute {
  readonly psp: string
  readonly payment: Payment
  readonly value: number
  status: 'open' | 'defended' | 'accepted'
  readonly documents: Set<string>
}

/** One line of the log: under this operation, this happened to money. */
export interface Fact {
  readonly operation_id: string
  readonly effect: 'held' | 'charged' | 'captured' | 'released' | 'refunded' | 'returned'
  readonly value: number
  readonly currency: string
  readonly psp: string
}

export interface State {
  readonly payments: Map<string, Payment>
  readonly by_reference: Map<string, Payment>
  readonly disputes: Map<string, Dispute>
  /** Open pages, by the token in their URL; the shopper's decision after the visit. */
  readonly pages: Map<string, { payment: Payment; decision?: 'approve' | 'refuse' }>
  /** Answers by Idempotency-Key, which is unique in the company account. */
  readonly keys: Map<string, { status: number; text: string }>
  readonly log: Fact[]
}

export function makeState(): State {
  return {
    payments: new Map(),
    by_reference: new Map(),
    disputes: new Map(),
    pages: new Map(),
    keys: new Map(),
    log: [],
  }
}

const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** Sixteen letters and digits. */
export function newPsp(): string {
  return [...randomBytes(16)].map((byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** Our id in a reference, without the call. */
export function operationIn(reference: string): string {
  return reference.split('/')[0] ?? reference
}
