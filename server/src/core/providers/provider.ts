// The contract for every provider account: it carries out an operation once, under our id, and reports the outcome.
//
// `unknown` is an outcome. Without an answer (a timeout, a lost connection, a 5xx) we do not know whether money
// moved: that is `unknown`, never `declined`, and is never sent again under another id. `not_sent` claims that
// certainly nothing was done: only if no byte can have been sent, or if the provider said so. The caller resolves an
// unknown with `query`; an adapter never retries.
//
// A provider without a record may still receive the operation: the request can be in flight, and queries can lag.
// `certainty` states how such an operation is closed: by sending it again under the same id, by revoking the id, after
// which a late request is refused, or by the operator. An adapter never sends a request again by itself.
//
// A provider whose authorization takes two calls acknowledges the first one: its transaction id is committed before
// the call that moves money. If that commit fails, the second call is not made.
//
// An approval is not always final: a refund or a payout can be returned days later. Its outcome is then a refusal or
// a decline with `returned`, including in queries. Returns and disputes arrive as callbacks; callbacks can be lost,
// so the same events are also read with `listEvents`, from a cursor.
import type { IncomingHttpHeaders } from 'node:http'
import type { DeclineCode } from '#core/declines.ts'
import type { CertaintyTable, OperationKind } from './certainty.ts'
import type { DisputeOutcome, DisputeRequest, EvidenceRequest, ProviderDispute } from './dispute.ts'
import type { PayoutCheck, PayoutCheckOutcome, PayoutOutcome, PayoutRequest } from './payout.ts'
import type {
  AuthorizeRequest,
  CaptureRequest,
  OperationRef,
  RefundRequest,
  VoidRequest,
} from './request.ts'

declare module '#kernel/context.ts' {
  interface Services {
    /** For callbacks and returning browsers. Empty until the server listens, if it is not configured. */
    public_url: string
    /** For metrics; absent where none are collected. */
    provider_calls?: CallObserver
    /** For metrics, like `provider_calls`. */
    fallbacks?: FallbackCounter
  }
}

interface CallLabels {
  readonly call: string
  readonly result: string
  readonly provider: string
  /** The account; empty for the deployment's own provider. */
  readonly connector: string
}

/** Accounts by id; the result is that of the account that failed. */
interface FallbackLabels {
  readonly connector: string
  readonly next: string
  readonly result: string
}

export interface FallbackCounter {
  inc(labels: FallbackLabels): void
}

export interface CallObserver {
  observe(labels: CallLabels, seconds: number): void
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
  /** The last moment for a capture, if the provider reports one. */
  readonly capture_before?: string
  readonly three_ds?: ThreeDs
  /** The card network's id, for later charges with the same card. */
  readonly network_transaction_id?: string
  /** Identifies the saved method at this account; no other account can charge it. */
  readonly saved_method?: string
}

/** The authentication's result, as the networks define it. */
export interface ThreeDs {
  readonly version: string | null
  readonly result: string | null
  readonly eci: string | null
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
  /** Another acquirer may approve it. */
  readonly elsewhere?: true
  readonly three_ds?: ThreeDs
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
  /** The customer is asked on a device of their own. */
  readonly on_device?: true
}

/** Nothing was done under this id, and a request that arrives late is refused: certain and final. */
export interface Revoked {
  readonly result: 'revoked'
  /** The provider itself reports that it has released a hold under this id, even after its approval. */
  readonly released?: true
}

/** The request was sent, and we do not know whether it was carried out. */
export interface Unknown {
  readonly result: 'unknown'
}

/** Certainly nothing was done. */
export interface NotSent {
  readonly result: 'not_sent'
  /** `unauthorized`: the provider refused our credentials. */
  readonly reason: 'unreachable' | 'maintenance' | 'not_configured' | 'unauthorized'
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

/** A callback's events, and the answer that the provider expects. */
export interface Callback {
  readonly events: readonly ProviderEvent[]
  /** Null: our usual JSON. */
  readonly answer: string | null
}

export type CredentialCheck =
  | { readonly result: 'valid'; readonly card_entry?: 'raw' | 'provider_page' }
  | { readonly result: 'invalid'; readonly message: string }
  | Unknown

/** A payment or refund on the provider's list, to compare with the books. */
export interface ListedOperation {
  readonly operation_id: string | null
  readonly transaction_id: string
  readonly kind: OperationKind
  readonly amount: number
  readonly currency: string
}

export interface ListPage {
  readonly result: 'list'
  readonly operations: readonly ListedOperation[]
  readonly cursor: string
  readonly has_more: boolean
}

export interface Provider {
  readonly name: string
  readonly certainty: CertaintyTable
  authorize(request: AuthorizeRequest): Promise<AuthorizeOutcome>
  capture(request: CaptureRequest): Promise<ModificationOutcome>
  void(request: VoidRequest): Promise<ModificationOutcome>
  refund(request: RefundRequest): Promise<ModificationOutcome>
  payout(request: PayoutRequest): Promise<PayoutOutcome>
  /** Checks a payout's recipient without sending a payout. */
  checkPayout(request: PayoutCheck): Promise<PayoutCheckOutcome>
  query(operation: OperationRef): Promise<QueryOutcome>
  /** Prevents any action under this id, or returns what was done. `unknown` if an event reports it later. */
  revoke(operation: OperationRef): Promise<Exclude<Outcome, NotSent>>
  /** The customer has returned from a page, with these parameters. Recorded first, so it may be made again. */
  continue?(
    operation: OperationRef,
    parameters: Readonly<Record<string, string>>,
  ): Promise<AuthorizeOutcome>
  /** The request's body where the same bytes must be sent again, to be stored before the first call. */
  compose?(
    call: 'capture' | 'void' | 'refund',
    request: CaptureRequest | VoidRequest | RefundRequest,
  ): string
  /** Checks the credentials with a call that moves no money. */
  check?(): Promise<CredentialCheck>
  /** The provider's own books since then, oldest first; absent if it has no list. */
  listOperations?(since: Date, cursor: string | null): Promise<ListPage | Unknown>
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
  verifyCallback(rawBody: Buffer, headers: IncomingHttpHeaders): Callback | undefined
  /** True while requests are not sent because the provider fails. Absent without a circuit breaker. */
  isCircuitOpen?(): boolean
  /** Closes idle connections; requests in flight still get their answer. */
  close(): void
}
