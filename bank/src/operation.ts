// The words of the wire: what a caller asks, what the bank remembers of it, what it tells.
import { messageOf, isFromIssuer } from './codes.ts'
import type { Reason, Stage } from './dispute.ts'

export const kinds = ['authorize', 'capture', 'void', 'refund', 'payout'] as const
export type Kind = (typeof kinds)[number]

/** `returned` was approved once: the money had gone, and it came back. */
export type Outcome = 'approved' | 'declined' | 'returned' | 'challenge' | 'pending'

export type Effect =
  | 'held'
  | 'charged'
  | 'captured'
  | 'released'
  | 'refunded'
  | 'paid_out'
  | 'returned'
  | 'declined'
  | 'challenged'
  | 'looked_at'
  | 'pending'

export interface CardInstrument {
  type: 'card'
  number: string
}

export interface RedirectInstrument {
  type: 'redirect'
  method: string
  method_type: string
  wallet_address: string | null
}

export interface TransferInstrument {
  type: 'bank_transfer'
  method_type: string
}

export interface UpiInstrument {
  type: 'upi'
  method_type: string
  vpa: string | null
}

/** Where a payout goes, other than to a card. */
export interface AccountInstrument {
  type: 'account'
  method: (typeof accountMethods)[number]
  method_type: string
  account: string
}

export type Recipient = CardInstrument | AccountInstrument

export const accountMethods = ['bank_transfer', 'wallet', 'bank_redirect', 'passthrough'] as const

export type Instrument =
  | CardInstrument
  | RedirectInstrument
  | TransferInstrument
  | UpiInstrument
  | AccountInstrument

export interface OperationRequest {
  operation_id: string
  kind: Kind
  amount: number
  currency: string
  parent_id: string | null
  merchant_id: string | null
  capture: boolean
  final: boolean
  instrument: Instrument | null
  authentication: 'three_ds' | 'no_three_ds' | null
  customer_present: boolean
  reference: string
  descriptor: string | null
  return_url: string | null
  callback_url: string | null
}

/** What becomes of an operation in the end, whether that is now, after a page or after a wait. */
export interface Ending {
  code: string
  review: boolean
  /** The bank takes this long over it, counted from the moment at which it would otherwise be done. */
  wait_ms: number
  /** What happens after the approval, if it comes to that. */
  aftermath: Aftermath | null
}

/** So many milliseconds after the approval, the money comes back or is disputed, or the hold is dropped. */
export type Aftermath =
  | { type: 'return'; code: string; wait_ms: number }
  | { type: 'dispute'; wait_ms: number }
  | { type: 'drop_hold'; wait_ms: number }

/** Of what was paid with, only this is kept. */
export interface PaidWith {
  type: string
  method: string | null
  method_type: string | null
  network: string | null
  first_six: string | null
  last_four: string | null
  fingerprint: string | null
  captures: string | null
  refunds: 'slow' | 'return' | null
  dispute: { stage: Stage; reason: Reason } | null
}

export type Instructions =
  | {
      type: 'bank_transfer'
      reference: string
      account_number?: string
      iban?: string
      bank_name: string
      expires_at: string
    }
  | { type: 'qr'; data: string; expires_at: string }
  | { type: 'voucher'; reference: string; expires_at: string }

/** A callback that is owed. */
export interface Owed {
  event_id: string
  /** When it became news; the callback may be kept back longer. */
  at: number
  due_at: number
  twice: boolean
}

/** An operation as the bank remembers it. */
export interface Operation {
  operation_id: string
  kind: Kind
  transaction_id: string
  /** What was requested. */
  amount: number
  /** What an approval moves, where that is not the requested amount. */
  effective_amount: number | null
  currency: string
  parent_id: string | null
  merchant_id: string | null
  capture: boolean
  reference: string
  descriptor: string | null
  return_url: string | null
  callback_url: string | null
  paid_with: PaidWith
  outcome: Outcome
  /** How it ended, or how it will. */
  ending: Ending
  instructions: Instructions | null
  page_token: string | null
  /** The customer has been on the page. */
  page_opened: boolean
  /** When a pending operation ends, or when an approved one meets its aftermath. */
  due_at: number | null
  /** Done already, but told as pending until then. */
  hidden_until: number | null
  /** Queries do not find the operation until then. */
  lags_until: number | null
  callback_twice: boolean
  callback_late_ms: number
  owed: Owed | null
}

/** An operation as the caller sees it at this moment. */
export function shown(operation: Operation, base_url: string, now: number, held?: number) {
  const isHidden = (operation.hidden_until ?? 0) > now
  const outcome = isHidden ? 'pending' : operation.outcome
  const isFinal = outcome !== 'challenge' && outcome !== 'pending'
  const code = isFinal ? operation.ending.code : null
  return {
    operation_id: operation.operation_id,
    kind: operation.kind,
    transaction_id: operation.transaction_id,
    outcome,
    review: outcome === 'approved' && operation.ending.review,
    code,
    message: code === null ? null : messageOf(code),
    network: networkAnswer(operation.paid_with.network, code),
    page_url: outcome === 'challenge' ? `${base_url}/pages/${operation.page_token}` : null,
    page_opened: operation.page_opened,
    instructions: outcome === 'pending' ? operation.instructions : null,
    amount: isHidden ? operation.amount : movedAmount(operation),
    currency: operation.currency,
    // Of an authorization: what is still held.
    ...(operation.kind === 'authorize' ? { held: held ?? 0 } : {}),
  }
}

/** What an approved operation moved, even if it came back later; what was requested, for any other. */
export function movedAmount(operation: Operation): number {
  const hasMoved = operation.outcome === 'approved' || operation.outcome === 'returned'
  return hasMoved ? (operation.effective_amount ?? operation.amount) : operation.amount
}

function networkAnswer(name: string | null, code: string | null) {
  if (name === null) return null
  const said = code !== null && isFromIssuer(code) ? code : null
  return { name, code: said, message: said === null ? null : messageOf(said) }
}
