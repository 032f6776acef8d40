// What every provider keeps: it is asked to do an operation, once, under an id of ours, and tells what
// became of it. Asking again under the same id never acts again.
//
// Unknown is an outcome. Who asked and got no answer (a time-out, a broken connection, a 5xx) does not
// know whether the money moved: that is `unknown`, never `declined`, and never sent again under another
// id. `not_sent` is the opposite claim, surely nothing was done, and a provider makes it only when not a
// single byte of the request can have left, or when the other side said so in as many words. The truth
// behind an unknown is found by `query`, and that is the caller's to do: an adapter neither retries nor
// waits in silence.
//
// A provider that has no record of an operation may still receive it: a request can be on its way, and a
// query can lag behind. `certainty` states how such an operation is closed: by sending it again under the
// same id, or by revoking the id, after which a late request is refused.
//
// An approval is not always the end: a refund or a payout can come back days later. Then the outcome is
// the refusal or the decline it has become, marked `returned`, and a query tells the same from then on.
// What a provider says of its own accord, such a return or a dispute, comes as a callback; callbacks get
// lost, so the same events are also read with `listEvents`, from where reading stopped.
import type { IncomingHttpHeaders } from 'node:http'
import type { DeclineCode } from '#core/declines.ts'
import type { DisputeOutcome, DisputeRequest, EvidenceRequest, ProviderDispute } from './dispute.ts'
import type { PayoutCheck, PayoutCheckOutcome, PayoutOutcome, PayoutRequest } from './payout.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly provider: Provider
    /** Where the world reaches this deployment, for callbacks and returning browsers. */
    readonly reach: { url: string }
  }
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

/** What can become of an authorize. */
export type AuthorizeOutcome = Exclude<Outcome, Refused>

/** What can become of a capture, a void or a refund. */
export type ModificationOutcome = Approved | Refused | Pending | Revoked | Unknown | NotSent

/**
 * What a query tells of an operation. It is never `not_sent`: a query that cannot be asked says nothing
 * about the operation, so it is `unknown`. `never_seen` means that the provider shows no record of the
 * operation now. The request may still be on its way, or the query may lag: sending again under the same
 * id is safe, closing the operation is not. Only `revoked` is certain that nothing was or will be done.
 */
export type QueryOutcome = Exclude<Outcome, NotSent> | 'never_seen'

/** What a provider states of its own accord. */
export type ToldOutcome = Exclude<Outcome, Unknown | NotSent>

export interface Approved {
  readonly result: 'approved'
  readonly transaction_id: string
  /** Held for the merchant to look at: the money is held and not taken, whatever was asked. */
  readonly review: boolean
  /** Of an authorization, where the provider tells: what is still held of it now. */
  readonly held?: number
  /** What was held, charged, captured, refunded or paid, even if more was requested; 0 for a void. */
  readonly amount: number
  readonly currency: string
}

export interface Declined extends CameBack {
  readonly result: 'declined'
  /** The unified code; `declineMessage(code, provider_message)` gives its words. */
  readonly code: DeclineCode
  readonly provider_code: string
  readonly provider_message: string
  readonly transaction_id: string | null
  readonly network: Network | null
  /** Set for a payout that its recipient cannot take, or not before having an account with the rail. */
  readonly reason: 'ineligible' | 'needs_vendor_account' | null
}

interface CameBack {
  /** It had been approved and the money had gone; it came back. */
  readonly returned?: true
  /** What came back, where `returned`. */
  readonly amount?: number
  readonly currency?: string
}

/** What the card network said, where there is one. */
export interface Network {
  readonly name: string
  /** Null when the refusal did not come from the card's issuer. */
  readonly code: string | null
  readonly message: string | null
}

/** A capture, void or refund that the provider will not do, or an answer to a dispute; nothing was done. */
export interface Refused extends CameBack {
  readonly result: 'refused'
  readonly code: 'PE_01' | 'PE_02' | 'PE_03'
  /** The reason in finer words, for what keeps its failure on record. */
  readonly unified_code: DeclineCode
  readonly provider_code: string
  readonly message: string
}

/** The customer must visit a page; the outcome follows by callback or query. */
export interface Challenge {
  readonly result: 'challenge'
  readonly transaction_id: string
  readonly page_url: string
  /** The customer has been there. */
  readonly opened: boolean
}

/** Taken in; the outcome follows by callback or query. */
export interface Pending {
  readonly result: 'pending'
  readonly transaction_id: string
  readonly instructions: Instructions | null
}

/** Nothing was done under this id, and a request that arrives late is refused: certain and final. */
export interface Revoked {
  readonly result: 'revoked'
}

/** Asked, and we cannot know whether it acted. */
export interface Unknown {
  readonly result: 'unknown'
}

/** Surely nothing was done. */
export interface NotSent {
  readonly result: 'not_sent'
  readonly reason: 'unreachable' | 'maintenance'
}

/** How the customer can pay, where the customer must act elsewhere. */
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
  /** Ours, 1 to 64 characters; makes the operation happen once however often it is sent. */
  readonly operation_id: string
  readonly currency: string
  /** Whose it is; comes back with events, so that their reader knows whose they are. */
  readonly merchant_id?: string | undefined
  /** The payment or refund it is for, so that people can find it in the provider's books. */
  readonly reference: string
  /** Where later outcomes are posted. */
  readonly callback_url?: string | undefined
  /** Misfortunes that a developer asked for in the sandbox; only the sandbox bank's adapter sends them. */
  readonly faults?: string | undefined
}

export interface AuthorizeRequest extends OperationRequest {
  readonly amount: number
  /** True takes the money at once, false holds it. */
  readonly capture: boolean
  readonly instrument: Instrument
  readonly authentication: 'three_ds' | 'no_three_ds' | null
  readonly customer_present: boolean
  readonly descriptor?: string | undefined
  /** Where the customer's browser goes after a page. */
  readonly return_url?: string | undefined
}

interface FollowUpRequest extends OperationRequest {
  /** The operation id of the authorize. */
  readonly parent_id: string
}

export interface CaptureRequest extends FollowUpRequest {
  readonly amount: number
  /** The last capture: what is still held beyond it is released. */
  readonly final: boolean
  readonly descriptor?: string | undefined
}

/** Releases all that is held, so it names no amount. */
export type VoidRequest = FollowUpRequest

export interface RefundRequest extends FollowUpRequest {
  readonly amount: number
}

/** What a provider tells of its own accord: an outcome that came later, or how a dispute stands. */
export type ProviderEvent = OperationEvent | DisputeEvent

interface AnyEvent {
  /** The same for every delivery of the same event. */
  readonly event_id: string
  /** As it was in the request; null when there was none. */
  readonly merchant_id: string | null
}

export interface OperationEvent extends AnyEvent {
  readonly type: 'operation'
  readonly operation_id: string
  readonly outcome: ToldOutcome
}

export interface DisputeEvent extends AnyEvent {
  readonly type: 'dispute'
  readonly dispute: ProviderDispute
}

/** Some of the events, oldest first, each with its object as it stands now. */
export interface EventPage {
  readonly result: 'events'
  readonly events: readonly ProviderEvent[]
  /** Where to read on. Saved only after every event of this page has been handled or parked. */
  readonly cursor: string
  /** Whether there is more to read already. */
  readonly has_more: boolean
}

export type Settlement = 'approved' | 'declined' | 'returned'

/** How certainty is reached about an operation of which the provider has no record. */
export interface Certainty {
  /** The same request under the same id acts once, however often it is sent. */
  readonly resend: boolean
  /** `revoke` is final. */
  readonly revoke: boolean
  /** After this long without either, a person decides. */
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
  /** Whether a payout could go there, without sending one. */
  checkPayout(request: PayoutCheck): Promise<PayoutCheckOutcome>
  query(operation_id: string): Promise<QueryOutcome>
  /**
   * Makes sure that nothing can happen under this id any more, or tells what has happened. Only where
   * `certainty.revoke`; elsewhere it is `unknown`.
   */
  revoke(operation_id: string): Promise<Exclude<Outcome, NotSent>>
  submitEvidence(request: EvidenceRequest): Promise<DisputeOutcome>
  /** The merchant gives in. */
  acceptDispute(request: DisputeRequest): Promise<DisputeOutcome>
  /** Nobody answered in time. */
  expireDispute(request: DisputeRequest): Promise<DisputeOutcome>
  queryDispute(dispute_id: string): Promise<ProviderDispute | Unknown | 'never_seen'>
  /** What was told after that point, whether or not its callback arrived; null reads from the start. */
  listEvents(cursor: string | null): Promise<EventPage | Unknown>
  /**
   * Sandbox only: finishes what is pending, as time would, or returns an approved refund or payout, and
   * tells what then holds.
   */
  settle?(operation_id: string, outcome: Settlement): Promise<QueryOutcome>
  /** Sandbox only: gives the recipient the account that the rail misses, and checks again. */
  onboard?(request: PayoutCheck): Promise<PayoutCheckOutcome>
  /** Undefined unless the signature shows that the provider wrote exactly these bytes. */
  verifyCallback(rawBody: Buffer, headers: IncomingHttpHeaders): ProviderEvent | undefined
  /** Lets go of idle connections; what is under way still gets its answer. */
  close(): void
}
