import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { toApi } from './lifecycle.ts'
import type { Dispute } from './schema.ts'
import { type DisputeRow, findDispute, findDisputesOf } from './store.ts'

export async function readDispute(context: Context, dispute_id: string): Promise<DisputeRow> {
  const row = await findDispute(context.db, context.merchant_id, dispute_id)
  if (row === undefined) throw notFound('dispute', dispute_id)
  return row
}

/** For a payment that is expanded; newest first. */
export async function disputesOfPayment(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<Dispute[]> {
  return (await findDisputesOf(db, merchant_id, payment_id)).map(toApi)
}
