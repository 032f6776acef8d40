import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder, finderOfPayment } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Refund } from './schema.ts'
import type { RefundStatus } from './state.ts'

export interface RefundRow extends Omit<Refund, 'status'> {
  status: RefundStatus
  send_at: Date | null
  operation_id: string | null
  /** The amount booked on `refunds_in_transit`. */
  amount_reserved: number
  transitions: number
  version: number
}

export const refunds = table<RefundRow>('refunds', 'merchant_id', 'refund_id')

const refundColumns = columns<RefundRow>()(`
  merchant_id refund_id payment_id profile_id customer_id amount currency status refund_type
  reason metadata error_code error_message unified_code unified_message connector_refund_id
  scheduled_at send_at operation_id amount_reserved created modified_at completed_at transitions
  version
`)

export const findRefund = finder(refunds, refundColumns)

export const findPaymentRefunds = finderOfPayment(refunds, refundColumns)

export const refundPages = pageSource(refunds, refundColumns, {
  indexed: ['payment_id', 'status'],
  conditions: {
    // A scalar subquery is never planned as a join: each row in the bounded scan is looked up by its key.
    payment_method: (values) => sql`and (select p.payment_method from payments p
      where p.merchant_id = refunds.merchant_id and p.payment_id = refunds.payment_id) = any(${values})`,
  },
})

const MAX_COUNTED = 10_000

/** For all merchants, counted to ten thousand. */
export async function countInReview(db: Database): Promise<number> {
  const row = await db.first<{ n: number }>(sql`select count(*)::int as n from (
    select merchant_id from refunds where status = 'review' limit ${MAX_COUNTED}) as reviewed`)
  return row?.n ?? 0
}
