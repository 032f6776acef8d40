import type { Context } from '../kernel/context.ts'
import type { Dispute } from './schema.ts'
import { shown } from './shown.ts'
import { findDisputesOf } from './store.ts'

/** What is shown beside a payment, newest first. */
export async function disputesOfPayment(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<Dispute[]> {
  return (await findDisputesOf(db, merchant_id, payment_id)).map(shown)
}
