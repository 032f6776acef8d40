import type { Context } from '../kernel/context.ts'
import { notFound } from '../errors.ts'
import { type DisputeRow, findDispute } from './store.ts'

export async function readDispute(context: Context, dispute_id: string): Promise<DisputeRow> {
  const row = await findDispute(context.db, context.merchant_id, dispute_id)
  if (row === undefined) throw notFound('dispute', dispute_id)
  return row
}
