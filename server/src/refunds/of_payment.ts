import type { Context } from '../kernel/context.ts'
import type { Refund } from './schema.ts'
import { shown } from './shown.ts'
import { findRefundsOf } from './store.ts'

/** What is shown beside a payment, newest first. */
export async function refundsOfPayment(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<Refund[]> {
  return (await findRefundsOf(db, merchant_id, payment_id)).map(shown)
}
