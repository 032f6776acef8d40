import type { Context } from '../kernel/context.ts'
import { notFound } from '../errors.ts'
import { findRefund, type RefundRow } from './store.ts'

export async function getRefund(context: Context, refund_id: string): Promise<RefundRow> {
  const row = await findRefund(context.db, context.merchant_id, refund_id)
  if (row === undefined) throw notFound('refund', refund_id)
  return row
}
