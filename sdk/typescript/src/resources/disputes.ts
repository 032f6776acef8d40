// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Dispute, Note, Notes, PageParams } from '../types/shared.ts'

/** A dispute is money that the cardholder's bank takes back. Accept it, or submit evidence. */
export class DisputesApi extends Resource {
  /** List disputes */
  list(params?: DisputeListParams, options?: CallOptions): List<DisputeList, Dispute> {
    return this.pages('GET /disputes/list', [], params ?? {}, options, { idField: 'dispute_id' })
  }

  /** Search disputes */
  search(params?: DisputeListParams, options?: CallOptions): List<DisputeList, Dispute> {
    return this.pages('POST /disputes/list', [], params ?? {}, options, { idField: 'dispute_id' })
  }

  /** Retrieve a dispute */
  retrieve(dispute_id: string, options?: CallOptions): Promise<Dispute> {
    return this.call('GET /disputes/:dispute_id', [dispute_id], undefined, options)
  }

  /**
   * Accept a dispute.
   *
   * Ends the dispute in favor of the cardholder. This cannot be undone.
   */
  accept(dispute_id: string, options?: CallOptions): Promise<Dispute> {
    return this.call('POST /disputes/accept/:dispute_id', [dispute_id], undefined, options)
  }

  /**
   * Submit evidence.
   *
   * Can be repeated until `challenge_required_by`. Omitted fields keep the values submitted before; an empty value clears a field.
   */
  submitEvidence(params: DisputeSubmitEvidence, options?: CallOptions): Promise<SubmittedEvidence> {
    return this.call('POST /disputes/evidence', [], params, options)
  }

  /**
   * Preview evidence.
   *
   * The texts and files that the issuer would get if this was submitted, including the fields that were submitted before. Nothing is sent or stored.
   */
  previewEvidence(params: DisputePreviewEvidence, options?: CallOptions): Promise<EvidencePreview> {
    return this.call('POST /disputes/evidence/preview', [], params, options)
  }

  /**
   * Retrieve the draft of evidence.
   *
   * Shared by the team and never sent to the issuer. Each field names who changed it last, and when.
   */
  retrieveEvidenceDraft(dispute_id: string, options?: CallOptions): Promise<EvidenceDraft> {
    return this.call('GET /disputes/evidence/:dispute_id/draft', [dispute_id], undefined, options)
  }

  /**
   * Save a draft of evidence.
   *
   * Omitted fields stay as they are; a value that equals the submitted one leaves the draft, and so does a field that is submitted. A field that was changed since `revision` is not overwritten. Possible until `challenge_required_by`.
   */
  saveEvidenceDraft(dispute_id: string, params: DisputeSaveEvidenceDraft, options?: CallOptions): Promise<EvidenceDraft> {
    return this.call('POST /disputes/evidence/:dispute_id/draft', [dispute_id], params, options)
  }

  /** Retrieve the evidence of a dispute */
  retrieveEvidence(dispute_id: string, options?: CallOptions): Promise<Evidence> {
    return this.call('GET /disputes/evidence/:dispute_id', [dispute_id], undefined, options)
  }

  /**
   * Delete an evidence field.
   *
   * The fields can also be sent in the query string.
   */
  deleteEvidence(params?: DisputeDeleteEvidence, options?: CallOptions): Promise<DeletedEvidence> {
    return this.call('DELETE /disputes/evidence', [], params ?? {}, options)
  }

  /** List the notes on a dispute */
  listNotes(dispute_id: string, options?: CallOptions): List<Notes, Note> {
    return this.pages('GET /disputes/:dispute_id/notes', [dispute_id], undefined, options, { isWhole: true })
  }
}

export interface DeletedEvidence {
  /** The id of the dispute, `dp_…`. */
  dispute_id: string
  evidence_type: EvidenceType
  /** Always true: the object is deleted. */
  deleted: true
}

export interface DisputeDeleteEvidence {
  /** The id of the dispute, `dp_…`. */
  dispute_id?: string | undefined
  evidence_type?: EvidenceType | undefined
}

export type DisputeList = Page<Dispute>

export interface DisputeListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first, `deadline` lists the one with the earliest `challenge_required_by` first. */
  order?: 'newest' | 'oldest' | 'deadline' | undefined
  /** A status, or several. Values: `dispute_opened`, `dispute_challenged`, `dispute_accepted`, `dispute_expired`, `dispute_cancelled`, `dispute_won`, `dispute_lost`. */
  status?: string | string[] | undefined
  /** A stage, or several. Values: `pre_dispute`, `dispute`, `pre_arbitration`. */
  dispute_stage?: string | string[] | undefined
  /** A payment, or several. */
  payment_id?: string | string[] | undefined
  /** One id, or several separated by commas. */
  dispute_id?: string | string[] | undefined
  /** The customer of the payment, or several. */
  customer_id?: string | string[] | undefined
  /** A currency as an ISO 4217 code, or several. */
  currency?: string | string[] | undefined
  /** The method of the payment, or several. Values: `card`, `wallet`, `pay_later`, `bank_redirect`, `bank_transfer`, `crypto`, `upi`. */
  payment_method?: string | string[] | undefined
  /** A profile, or several. */
  profile_id?: string | string[] | undefined
  /** A reason such as `fraudulent`, or several. */
  reason?: string | string[] | undefined
}

export type DisputePreviewEvidence = Pick<DisputeSubmitEvidence, 'dispute_id' | 'customer_name' | 'customer_email_address' | 'customer_purchase_ip' | 'customer_signature' | 'customer_communication' | 'billing_address' | 'access_activity_log' | 'product_description' | 'service_date' | 'service_documentation' | 'receipt' | 'cancellation_policy' | 'cancellation_policy_disclosure' | 'cancellation_rebuttal' | 'refund_policy' | 'refund_policy_disclosure' | 'refund_refusal_explanation' | 'shipping_address' | 'shipping_carrier' | 'shipping_date' | 'shipping_tracking_number' | 'shipping_documentation' | 'invoice_showing_distinct_transactions' | 'recurring_transaction_agreement' | 'uncategorized_file' | 'uncategorized_text'>

export interface DisputeSaveEvidenceDraft extends Omit<DisputeSubmitEvidence, 'dispute_id'> {
  /** The revision of the draft that you have read. A field that was changed since is not overwritten: 409. */
  revision: number
}

export interface DisputeSubmitEvidence {
  /** The id of the dispute, `dp_…`. */
  dispute_id: string
  /** The name of the customer. Empty clears it. */
  customer_name?: string | undefined
  /** The e-mail address of the customer. Empty clears it. */
  customer_email_address?: string | undefined
  /** The IP address from which the customer bought. Empty clears it. */
  customer_purchase_ip?: string | undefined
  /** The customer's signature. The id of an uploaded file; empty clears it. */
  customer_signature?: string | undefined
  /** Messages between you and the customer about the purchase. The id of an uploaded file; empty clears it. */
  customer_communication?: string | undefined
  /** The billing address of the customer, as text. Empty clears it. */
  billing_address?: string | undefined
  /** How the customer used the product: times, addresses, downloads. Empty clears it. */
  access_activity_log?: string | undefined
  /** What was sold. Empty clears it. */
  product_description?: string | undefined
  /** When the service was provided. Empty clears it. */
  service_date?: string | undefined
  /** Proof that the service was provided. The id of an uploaded file; empty clears it. */
  service_documentation?: string | undefined
  /** The receipt that the customer got. The id of an uploaded file; empty clears it. */
  receipt?: string | undefined
  /** Your cancellation policy. The id of an uploaded file; empty clears it. */
  cancellation_policy?: string | undefined
  /** How and when the customer saw the cancellation policy. Empty clears it. */
  cancellation_policy_disclosure?: string | undefined
  /** Why the customer is not entitled to a cancellation. Empty clears it. */
  cancellation_rebuttal?: string | undefined
  /** Your refund policy. The id of an uploaded file; empty clears it. */
  refund_policy?: string | undefined
  /** How and when the customer saw the refund policy. Empty clears it. */
  refund_policy_disclosure?: string | undefined
  /** Why the customer is not entitled to a refund. Empty clears it. */
  refund_refusal_explanation?: string | undefined
  /** Where the goods were sent, as text. Empty clears it. */
  shipping_address?: string | undefined
  /** Who delivered the goods. Empty clears it. */
  shipping_carrier?: string | undefined
  /** When the goods were sent. Empty clears it. */
  shipping_date?: string | undefined
  /** The tracking number of the delivery. Empty clears it. */
  shipping_tracking_number?: string | undefined
  /** Proof of the delivery. The id of an uploaded file; empty clears it. */
  shipping_documentation?: string | undefined
  /** Invoices that show that two charges were for two purchases. The id of an uploaded file; empty clears it. */
  invoice_showing_distinct_transactions?: string | undefined
  /** The customer's agreement to recurring charges. The id of an uploaded file; empty clears it. */
  recurring_transaction_agreement?: string | undefined
  /** Any other file. The id of an uploaded file; empty clears it. */
  uncategorized_file?: string | undefined
  /** Any other text. Empty clears it. */
  uncategorized_text?: string | undefined
}

export interface Evidence {
  /** The id of the dispute, `dp_…`. */
  dispute_id: string
  /**
   * What you can do, or how it ended.
   *
   * - `dispute_opened`: The cardholder wants the money back. Submit evidence or accept it before `challenge_required_by`.
   * - `dispute_challenged`: The issuer has your evidence. You can submit more before `challenge_required_by`.
   * - `dispute_accepted`: You accepted the dispute. The cardholder keeps the money.
   * - `dispute_expired`: No evidence was submitted in time. The cardholder keeps the money.
   * - `dispute_cancelled`: The cardholder withdrew the dispute. The money is returned to you.
   * - `dispute_won`: The issuer decided for you. The money is returned to you. The issuer can escalate once.
   * - `dispute_lost`: The issuer decided against you. The cardholder keeps the money.
   */
  status: 'dispute_opened' | 'dispute_challenged' | 'dispute_accepted' | 'dispute_expired' | 'dispute_cancelled' | 'dispute_won' | 'dispute_lost'
  /** When evidence was last submitted, in UTC; null until then. */
  evidence_submitted_at: string | null
  evidence: EvidenceEvidence
  /** The files that the evidence refers to. */
  files: EvidenceDraftFile[]
}

export interface EvidenceDraft {
  /** The id of the dispute, `dp_…`. */
  dispute_id: string
  /** Increases with every change; 0 until the first one. Send it with your changes. */
  revision: number
  /** The fields that differ from the submitted evidence. */
  fields: EvidenceDraftField[]
  /** The files that the draft refers to. */
  files: EvidenceDraftFile[]
}

export interface EvidenceDraftField {
  evidence_type: EvidenceType
  /** The text, or the id of a file; empty if a submission will clear the field. */
  value: string
  /** The user or the API key that changed it last; null for the operator. */
  edited_by: string | null
  /** When it was changed last, in UTC. */
  edited_at: string
}

export interface EvidenceDraftFile {
  evidence_type: EvidenceType
  /** The id of the file, from `POST /files`. */
  file_id: string
  /** The name of the file; null if it is no longer available. */
  file_name: string | null
  /** Its size in bytes; null if it is no longer available. */
  file_size: number | null
  /** Its media type; null if it is no longer available. */
  file_type: string | null
  /** Whether the file can still be downloaded. */
  available: boolean
}

/** The fields by group; groups without a value are omitted. */
export interface EvidenceEvidence {
  /** About the customer. Values by the name of the field. */
  customer_information?: Record<string, string>
  /** About the product or service. Values by the name of the field. */
  product_information?: Record<string, string>
  /** About your policies. Values by the name of the field. */
  cancellation_and_refund_policy?: Record<string, string>
  /** About the delivery. Values by the name of the field. */
  shipping_information?: Record<string, string>
  /** About recurring or duplicate charges. Values by the name of the field. */
  recurring_information?: Record<string, string>
  /** Everything else. Values by the name of the field. */
  uncategorized?: Record<string, string>
}

export interface EvidencePreview {
  /** The id of the dispute, `dp_…`. */
  dispute_id: string
  /** In the order in which they are sent. */
  texts: EvidenceText[]
  /** In the order in which they are sent. */
  files: EvidencePreviewFile[]
}

export interface EvidencePreviewFile {
  evidence_type: EvidenceType
  /** The id of the file, from `POST /files`. */
  file_id: string
  /** The name of the file. */
  file_name: string
  /** Its size in bytes. */
  file_size: number
  /** Its media type. */
  file_type: string
}

export interface EvidenceText {
  evidence_type: EvidenceType
  /** The whole text. */
  value: string
}

/** The name of the field. */
export type EvidenceType = 'customer_name' | 'customer_email_address' | 'customer_purchase_ip' | 'customer_signature' | 'customer_communication' | 'billing_address' | 'access_activity_log' | 'product_description' | 'service_date' | 'service_documentation' | 'receipt' | 'cancellation_policy' | 'cancellation_policy_disclosure' | 'cancellation_rebuttal' | 'refund_policy' | 'refund_policy_disclosure' | 'refund_refusal_explanation' | 'shipping_address' | 'shipping_carrier' | 'shipping_date' | 'shipping_tracking_number' | 'shipping_documentation' | 'invoice_showing_distinct_transactions' | 'recurring_transaction_agreement' | 'uncategorized_file' | 'uncategorized_text'

export interface SubmittedEvidence {
  /** The id of the dispute, `dp_…`. */
  dispute_id: string
  /** `processing` when the acquirer did not answer: the evidence is sent again until it does. */
  status: 'submitted' | 'processing'
  /** When evidence was last submitted, in UTC; null until then. */
  evidence_submitted_at: string | null
}
