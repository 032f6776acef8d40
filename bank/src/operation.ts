// Operation types: the request, the stored form and the API form.
import { messageOf, isFromIssuer } from './codes.ts'
import type { Reason, Stage } from './dispute.ts'

export const kinds = ['authorize', 'capture', 'void', 'refund', 'payout'] as const
export type Kind = (typeof kinds)[number]

/** `returned`: it was approved and the money was sent, then the money came back. */
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

/** A payout recipient without a card. */
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

/** An operation's final outcome: immediately, after a page or after a delay. */
export interface Ending {
  code: string
  review: boolean
  /** The outcome is pending for this long. */
  wait_ms: number
  /** After an approval. */
  aftermath: Aftermath | null
}

/** This many milliseconds after the approval the money comes back or is disputed, or the hold is released. */
export type Aftermath =
  | { type: 'return'; code: string; wait_ms: number }
  | { type: 'dispute'; wait_ms: number }
  | { type: 'drop_hold'; wait_ms: number }

/** The stored part of the instrument. */
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

/** An event whose callback must be sent. */
export interface Owed {
  event_id: string
  /** Event time; the callback may be delayed further. */
  at: number
  due_at: number
  twice: boolean
}

export interface Operation {
  operation_id: string
  kind: Kind
  transaction_id: string
  /** The requested amount. */
  amount: number
  /** The amount that an approval moves, if it is not the requested amount. */
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
  /** The past or future ending. */
  ending: Ending
  instructions: Instructions | null
  page_token: string | null
  /** The customer has opened the page. */
  page_opened: boolean
  /** When a pending operation ends, or an approved one's aftermath comes. */
  due_at: number | null
  /** Reported as pending until then, although it has ended. */
  hidden_until: number | null
  /** Queries do not find the operation until then. */
  lags_until: number | null
  callback_twice: boolean
  callback_late_ms: number
  owed: Owed | null
}

export function operationToApi(operation: Operation, base_url: string, now: number, held?: number) {
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
    ...(operation.kind === 'authorize' ? { held: held ?? 0 } : {}),
  }
}

/** An approved operation's moved amount, even if it came back later; otherwise the requested amount. */
export function movedAmount(operation: Operation): number {
  const hasMoved = operation.outcome === 'approved' || operation.outcome === 'returned'
  return hasMoved ? (operation.effective_amount ?? operation.amount) : operation.amount
}

function networkAnswer(name: string | null, code: string | null) {
  if (name === null) return null
  const said = code !== null && isFromIssuer(code) ? code : null
  return { name, code: said, message: said === null ? null : messageOf(said) }
}
