import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { toApi } from './lifecycle.ts'
import type { Refund } from './schema.ts'
import { countInReview, findRefund, findRefundsOf, type RefundRow } from './store.ts'

export async function readRefund(context: Context, refund_id: string): Promise<RefundRow> {
  const row = await findRefund(context.db, context.merchant_id, refund_id)
  if (row === undefined) throw notFound('refund', refund_id)
  return row
}

/** For a payment that is expanded; newest first. */
export async function refundsOfPayment(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<Refund[]> {
  return (await findRefundsOf(db, merchant_id, payment_id)).map(toApi)
}

/** Refunds whose outcome the provider cannot say: a person must ask. */
export function countRefundsInReview({ db }: Pick<Services, 'db'>): Promise<number> {
  return countInReview(db)
}
