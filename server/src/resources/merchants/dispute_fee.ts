import type { Database } from '#kernel/db.ts'
import { findMerchant } from './store.ts'

/** What a dispute costs this merchant in this currency, beside the disputed money itself. */
export async function disputeFee(
  db: Database,
  merchant_id: string,
  currency: string,
): Promise<number> {
  return (await findMerchant(db, merchant_id))?.dispute_fees[currency] ?? 0
}
