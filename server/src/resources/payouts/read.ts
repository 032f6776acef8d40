import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { findPayout, type PayoutRow } from './store.ts'

export async function readPayout(context: Context, payout_id: string): Promise<PayoutRow> {
  const row = await findPayout(context.db, context.merchant_id, payout_id)
  if (row === undefined) throw notFound('payout', payout_id)
  return row
}
