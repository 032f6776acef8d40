import type { Database } from '#kernel/db.ts'
import { findMerchant } from './store.ts'

/** The fee of a dispute for this merchant in this currency, besides the disputed amount. */
export async function disputeFee(
  db: Database,
  merchant_id: string,
  currency: string,
): Promise<number> {
  return (await findMerchant(db, merchant_id))?.dispute_fees[currency] ?? 0
}
