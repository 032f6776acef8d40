import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder, finderOfPayment } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, listed, raw, sql } from '#kernel/sql.ts'
import type { EvidenceValues } from './evidence_fields.ts'
import type { Dispute } from './schema.ts'

/** The merchant's response, as it is sent to the provider. */
export type Response =
  | {
      readonly verb: 'evidence'
      /** Complete: it replaces earlier submissions. */
      readonly evidence: EvidenceValues
      readonly submitted_at: string
    }
  | { readonly verb: 'accept' | 'expire' }

/** Stored with the dispute while its operation is open. `answer_id` is that operation's id. */
export type PendingResponse = Response & { readonly answer_id: string }

export interface DisputeRow extends Omit<Dispute, 'dispute_status'> {
  evidence: EvidenceValues
  /** The response whose operation is open. */
  answer: PendingResponse | null
  /** The authorization that is disputed; null for one from before there were accounts: the payment's. */
  authorization_id: string | null
  expire_at: Date | null
  revision: number
  amount_reserved: number
  amount_lost: number
  fee: number
  /** Its share in payments.amount_disputed. */
  amount_claimed: number
  /** Booked provider fees. */
  provider_fees: number
  transitions: number
  version: number
}

export const disputes = table<DisputeRow>('disputes', 'merchant_id', 'dispute_id')

const disputeColumns = columns<DisputeRow>()(`
  merchant_id dispute_id payment_id profile_id connector_dispute_id amount currency status
  dispute_stage reason reason_code challenge_required_by is_already_refunded evidence
  evidence_submitted_at answer authorization_id expire_at revision amount_reserved amount_lost fee amount_claimed
  provider_fees created modified_at transitions version
`)

export const findDispute = finder(disputes, disputeColumns)

/** By the id that the provider knows it under. */
export function findByConnector(db: Database, merchant_id: string, connector_dispute_id: string) {
  return db.first<DisputeRow>(sql`select ${disputeColumns} from disputes where merchant_id = ${merchant_id}
    and ${listed} and connector_dispute_id = ${connector_dispute_id}`)
}

export const findPaymentDisputes = finderOfPayment(disputes, disputeColumns)

/**
 * A column from a dispute's payment. A scalar subquery is never planned as a join: each row in the bounded scan is
 * looked up by its key.
 */
function ofPayment(column: 'payment_method' | 'customer_id') {
  return (values: unknown) => sql`and (select p.${raw(column)} from payments p
    where p.merchant_id = disputes.merchant_id and p.payment_id = disputes.payment_id) = any(${values})`
}

export const disputePages = pageSource(disputes, disputeColumns, {
  indexed: ['payment_id', 'status'],
  conditions: {
    payment_method: ofPayment('payment_method'),
    customer_id: ofPayment('customer_id'),
  },
})

/** By the deadline; each status has its own range of the index. */
export const disputesByDeadline = {
  ...disputePages,
  by: 'challenge_required_by',
  indexed: ['status'],
}
