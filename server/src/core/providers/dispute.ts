// A dispute as the provider reports it. `revision` orders the reports about one dispute.
import type { NotSent, Refused, Unknown } from './provider.ts'

export interface ProviderDispute {
  /** The provider's own id. */
  readonly dispute_id: string
  /** The operation id of the disputed authorize; null if the provider reports only the transaction. */
  readonly operation_id: string | null
  /** The transaction id of the disputed authorize. */
  readonly transaction_id: string | null
  /** Increases with every change, so an event that arrives late or twice can be ignored. */
  readonly revision: number
  readonly stage: DisputeStage
  readonly status: DisputeStatus
  readonly reason: string
  /** The card network's code for the reason. */
  readonly reason_code: string
  readonly amount: number
  readonly currency: string
  /**
   * The total that the provider has taken back so far: nothing or the amount. Booking the difference to the booked
   * total is correct for events in any order.
   */
  readonly debited: number
  /** The provider's total fees so far; fees are not returned. */
  readonly fees: number
  readonly opened_at: string
  /** The deadline for evidence. */
  readonly challenge_required_by: string
}

/** An inquiry takes no money, a dispute does; the issuer may reopen a dispute that the merchant has won. */
export type DisputeStage = 'pre_dispute' | 'dispute' | 'pre_arbitration'

export type DisputeStatus =
  | 'opened'
  | 'challenged'
  | 'accepted'
  | 'expired'
  | 'cancelled'
  | 'won'
  | 'lost'

/** Outcomes of an answer to a dispute. */
export type DisputeOutcome =
  | { readonly result: 'taken'; readonly dispute: ProviderDispute }
  | Refused
  | Unknown
  | NotSent

/** Accepting and expiring are idempotent, so they need no id. */
export interface DisputeRequest {
  /** The provider's own id. */
  readonly dispute_id: string
  /** The dispute as it is recorded, for a provider whose answers do not describe it. */
  readonly known?: ProviderDispute | undefined
  /** Faults that a developer requested in the sandbox; only the sandbox bank's adapter sends them. */
  readonly faults?: string | undefined
}

/** The complete evidence: it replaces earlier evidence. */
export interface EvidenceRequest extends DisputeRequest {
  /** Our id, 1 to 64 characters; makes a submission idempotent. */
  readonly submission_id: string
  /** By field name. */
  readonly texts: Readonly<Record<string, string>>
  readonly files: readonly EvidenceFile[]
}

export interface EvidenceFile {
  /** Field name. */
  readonly field: string
  readonly file_name: string
  readonly file_type: string
  readonly file_size: number
  /** Reads the file; absent for a provider that takes descriptions only. */
  readonly read?: () => Promise<Buffer>
}
