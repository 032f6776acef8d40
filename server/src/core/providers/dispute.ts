// A dispute as a provider tells of it: the cardholder's bank wants the money back, and says how that goes
// on. Everything here is the provider's truth at one moment; which moment is in `revision`.
import type { NotSent, Refused, Unknown } from './provider.ts'

export interface ProviderDispute {
  /** The provider's own id. */
  readonly dispute_id: string
  /** The operation id of the authorize whose money is disputed. */
  readonly operation_id: string
  /** What the authorize was for, in its own `reference`. */
  readonly reference: string
  /** Grows with every change: an event that comes late or twice has a lower revision than the known one, or the same. */
  readonly revision: number
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly reason: string
  /** The card network's code for the reason. */
  readonly reason_code: string
  readonly amount: number
  readonly currency: string
  /**
   * The money as it stands, not as it moved: what the provider has taken back by now, nothing or the
   * amount. Booking the difference to what is booked already is right after any events, in any order.
   */
  readonly debited: number
  /** All the provider has charged for handling it so far; a fee is not given back. */
  readonly fees: number
  readonly opened_at: string
  /** Evidence is taken until then. */
  readonly challenge_required_by: string
}

/** An inquiry takes no money, a dispute does; what the merchant has won the issuer may open once more. */
export type DisputeStage = 'pre_dispute' | 'dispute' | 'pre_arbitration'

export type DisputeStatus =
  | 'opened'
  | 'challenged'
  | 'accepted'
  | 'expired'
  | 'cancelled'
  | 'won'
  | 'lost'

/** What can become of an answer to a dispute: the dispute as it then stands, or nothing was done. */
export type DisputeOutcome =
  | { readonly result: 'taken'; readonly dispute: ProviderDispute }
  | Refused
  | Unknown
  | NotSent

/** Accepting and expiring lead to the same end however often they are asked, so they need no id. */
export interface DisputeRequest {
  /** The provider's own id. */
  readonly dispute_id: string
  /** Misfortunes that a developer asked for in the sandbox; only the sandbox bank's adapter sends them. */
  readonly faults?: string | undefined
}

/** The whole of the evidence: it replaces what was sent before. */
export interface EvidenceRequest extends DisputeRequest {
  /** Ours, 1 to 64 characters; makes a submission count once however often it is sent. */
  readonly submission_id: string
  /** By the name of the field. */
  readonly texts: Readonly<Record<string, string>>
  readonly files: readonly EvidenceFile[]
}

export interface EvidenceFile {
  /** The name of the field. */
  readonly field: string
  readonly file_name: string
  readonly file_type: string
  readonly file_size: number
}
