// The contract for every provider: it carries out an operation once, under our id, and reports the outcome. Another
// request under the same id never acts again.
//
// `unknown` is an outcome. Without an answer (a timeout, a lost connection, a 5xx) we do not know whether money
// moved: that is `unknown`, never `declined`, and is never sent again under another id. `not_sent` claims that
// certainly nothing was done: only if no byte can have been sent, or if the provider said so. The caller resolves an
// unknown with `query`; an adapter never retries.
//
// A provider without a record may still receive the operation: the request can be in flight, and queries can lag.
// `certainty` states how such an operation is closed: by sending it again under the same id, or by revoking the id,
// after which a late request is refused.
//
// An approval is not always final: a refund or a payout can be returned days later. Its outcome is then a refusal or
// a decline with `returned`, including in queries. Returns and disputes arrive as callbacks; callbacks can be lost,
// so the same events are also read with `listEvents`, from a cursor.
import type { IncomingHttpHeaders } from 'node:http'
import type { DeclineCode } from '#core/declines.ts'
import type { DisputeOutcome, DisputeRequest, EvidenceRequest, ProviderDispute } from './dispute.ts'
import type { PayoutCheck, PayoutCheckOutcome, PayoutOutcome, PayoutRequest } from './payout.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly provider: Provider
    /** For callbacks and returning browsers. Empty until the server listens, if it is not configured. */
    public_url: string
    /** For metrics; absent where none are collected. */
    provider_calls?: CallObserver
  }
}

export interface CallObserver {
  observe(labels: { call: string; result: string }, seconds: number): void
}

export type Outcome =
  | Approved
  | Declined
  | Refused
  | Challenge
  | Pending
  | Revoked
  | Unknown
  | NotSent

export type AuthorizeOutcome = Exclude<Outcome, Refused>

/** Outcomes of a capture, a void or a refund. */
export type ModificationOutcome = Approved | Refused | Pending | Revoked | Unknown | NotSent

/**
 * A query's result. A query that could not be sent is `unknown`, never `not_sent`. `never_seen`: the provider has no
 * record of the operation now, but the request may still be in flight, or the query may lag. Sending it again under
 * the same id is safe, closing it is not. Only `revoked` is certain that nothing was or will be done.
 */
export type QueryOutcome = Exclude<Outcome, NotSent> | 'never_seen'

/** An outcome that a provider reports in an answer or an event. */
export type ReportedOutcome = Exclude<Outcome, Unknown | NotSent>

export interface Approved {
  readonly result: 'approved'
  readonly transaction_id: string
  /** The merchant must review it: the money is held and not captured, whatever was requested. */
  readonly review: boolean
  /** The authorized amount that is still held, if the provider reports it. */
  readonly held?: number
  /** The amount that was held, charged, captured, refunded or paid, even if more was requested; 0 for a void. */
  readonly amount: number
  readonly currency: string
}

export interface Declined extends Returned {
  readonly result: 'declined'
  /** The unified code; `declineMessage(code, provider_message)` returns its message. */
  readonly code: DeclineCode
  readonly provider_code: string
  readonly provider_message: string
  readonly transaction_id: string | null
  readonly network: Network | null
  /** For a payout whose recipient is not eligible, or needs an account with the rail first. */
  readonly reason: 'ineligible' | 'needs_vendor_account' | null
}

interface Returned {
  /** It was approved and the money was sent; then the money came back. */
  readonly returned?: true
  /** The amount that came back, if `returned`. */
  readonly amount?: number
  readonly currency?: string
}

/** The card network's answer, if there is one. */
export interface Network {
  readonly name: string
  /** Null if the refusal did not come from the card's issuer. */
  readonly code: string | null
  readonly message: string | null
}

/** The provider refused a capture, a void, a refund or an answer to a dispute; nothing was done. */
export interface Refused extends Returned {
  readonly result: 'refused'
  readonly code: 'PE_01' | 'PE_02' | 'PE_03'
  /** The detailed reason, for objects that store their failure. */
  readonly unified_code: DeclineCode
  readonly provider_code: string
  readonly message: string
}

/** The customer must visit a page; the outcome follows by callback or query. */
export interface Challenge {
  readonly result: 'challenge'
  readonly transaction_id: string
  readonly page_url: string
  /** The customer has opened the page. */
  readonly opened: boolean
}

/** Accepted; the outcome follows by callback or query. */
export interface Pending {
  readonly result: 'pending'
  readonly transaction_id: string
  readonly instructions: Instructions | null
}

/** Nothing was done under this id, and a request that arrives late is refused: certain and final. */
export interface Revoked {
  readonly result: 'revoked'
}

/** The request was sent, and we do not know whether it was carried out. */
export interface Unknown {
  readonly result: 'unknown'
}

/** Certainly nothing was done. */
export interface NotSent {
  readonly result: 'not_sent'
  readonly reason: 'unreachable' | 'maintenance' | 'not_configured'
}

/** Instructions for paying outside the checkout. */
export type Instructions =
  | {
      readonly type: 'bank_transfer'
      readonly reference: string
      readonly account_number?: string
      readonly iban?: string
      readonly bank_name: string
      readonly expires_at: string
    }
  | { readonly type: 'qr'; readonly data: string; readonly expires_at: string }
  | { readonly type: 'voucher'; readonly reference: string; readonly expires_at: string }

export type Instrument = CardInstrument | RedirectInstrument | TransferInstrument | UpiInstrument

export interface CardInstrument {
  readonly type: 'card'
  readonly number: string
  readonly exp_month: number
  /** Four digits. */
  readonly exp_year: number
  /** Absent for stored cards. */
  readonly cvc?: string | undefined
  readonly holder_name?: string | undefined
}

export interface RedirectInstrument {
  readonly type: 'redirect'
  readonly method: 'wallet' | 'pay_later' | 'bank_redirect' | 'crypto'
  readonly method_type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface TransferInstrument {
  readonly type: 'bank_transfer'
  readonly method_type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface UpiInstrument {
  readonly type: 'upi'
  readonly method_type: 'upi_collect' | 'upi_intent'
  readonly vpa?: string | undefined
}

export interface OperationRequest {
  /** Our id, 1 to 64 characters; makes the operation idempotent. */
  readonly operation_id: string
  readonly currency: string
  /** Returned with every event about the operation. */
  readonly merchant_id?: string | undefined
  /** The payment, refund or payout id, to find it in the provider's reports. */
  readonly reference: string
  /** Later outcomes are posted here. */
  readonly callback_url?: string | undefined
  /** Faults that a developer requested in the sandbox; only the sandbox bank's adapter sends them. */
  readonly faults?: string | undefined
}

export interface AuthorizeRequest extends OperationRequest {
  readonly amount: number
  /** True captures the money immediately, false holds it. */
  readonly capture: boolean
  readonly instrument: Instrument
  readonly authentication: 'three_ds' | 'no_three_ds' | null
  readonly customer_present: boolean
  readonly descriptor?: string | undefined
  /** The browser returns here after a page. */
  readonly return_url?: string | undefined
}

interface ModificationRequest extends OperationRequest {
  /** The authorize's operation id. */
  readonly parent_id: string
}

export interface CaptureRequest extends ModificationRequest {
  readonly amount: number
  /** The last capture: the rest of the hold is released. */
  readonly final: boolean
  readonly descriptor?: string | undefined
}

/** Releases the whole hold, so it has no amount. */
export type VoidRequest = ModificationRequest

export interface RefundRequest extends ModificationRequest {
  readonly amount: number
}

/** A later outcome, or a dispute change. */
export type ProviderEvent = OperationEvent | DisputeEvent

interface AnyEvent {
  /** The same in every delivery of an event. */
  readonly event_id: string
  /** From the request; null if it had none. */
  readonly merchant_id: string | null
}

export interface OperationEvent extends AnyEvent {
  readonly type: 'operation'
  readonly operation_id: string
  readonly outcome: ReportedOutcome
}

export interface DisputeEvent extends AnyEvent {
  readonly type: 'dispute'
  readonly dispute: ProviderDispute
}

/** One page of events, oldest first, each with its object's current state. */
export interface EventPage {
  readonly result: 'events'
  readonly events: readonly ProviderEvent[]
  /** Start of the next page. Saved only after every event on this page has been handled or parked. */
  readonly cursor: string
  readonly has_more: boolean
}

/** The changes that the provider will make for a merchant by itself. */
export interface Schedule {
  /** The time to the next one; null if there is none. */
  readonly next_in_ms: number | null
  readonly scheduled: number
  /** Grows with every such change; it may begin again when the provider is restarted. */
  readonly changes: number
}

export type Settlement = 'approved' | 'declined' | 'returned'

/** Ways to reach certainty about an operation that the provider has no record of. */
export interface Certainty {
  /** The same request under the same id is idempotent. */
  readonly resend: boolean
  /** `revoke` is final. */
  readonly revoke: boolean
  /** Without either, the operator decides after this time. */
  readonly horizon_ms: number
}

export interface Provider {
  readonly name: string
  readonly certainty: Certainty
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>
  capture(request: CaptureRequest): Promise<ModificationOutcome>
  void(request: VoidRequest): Promise<ModificationOutcome>
  refund(request: RefundRequest): Promise<ModificationOutcome>
  payout(request: PayoutRequest): Promise<PayoutOutcome>
  /** Checks a payout's recipient without sending a payout. */
  checkPayout(request: PayoutCheck): Promise<PayoutCheckOutcome>
  query(operation_id: string): Promise<QueryOutcome>
  /** Prevents any action under this id, or returns what was done. `unknown` without `certainty.revoke`. */
  revoke(operation_id: string): Promise<Exclude<Outcome, NotSent>>
  submitEvidence(request: EvidenceRequest): Promise<DisputeOutcome>
  acceptDispute(request: DisputeRequest): Promise<DisputeOutcome>
  /** The deadline for evidence has passed. */
  expireDispute(request: DisputeRequest): Promise<DisputeOutcome>
  queryDispute(dispute_id: string): Promise<ProviderDispute | Unknown | 'never_seen'>
  /** The events after the cursor, with or without a delivered callback; null reads from the start. */
  listEvents(cursor: string | null): Promise<EventPage | Unknown>
  /** Sandbox only: finishes a pending operation, or returns an approved refund or payout; then queries it. */
  settle?(operation_id: string, outcome: Settlement): Promise<QueryOutcome>
  /** Sandbox only: gives the recipient an account with the rail, and checks again. */
  onboard?(request: PayoutCheck): Promise<PayoutCheckOutcome>
  /** Sandbox only: undefined if it cannot be read now. */
  readSchedule?(merchant_id: string): Promise<Schedule | undefined>
  /** Sandbox only: the merchant's clock is so much further ahead. Changes that are due by it are made before this returns. */
  moveClock?(merchant_id: string, ms: number): Promise<Schedule | undefined>
  /**
   * Undefined unless the signature is valid, covers the bytes and the sending time, and is a few minutes old at most.
   */
  verifyCallback(rawBody: Buffer, headers: IncomingHttpHeaders): ProviderEvent | undefined
  /** Closes idle connections; requests in flight still get their answer. */
  close(): void
}
