import type { Context } from '../kernel/context.ts'
import { findBalances } from './store.ts'

/** What a merchant can still pay out in a currency; negative when it owes money. */
export async function available(
  context: Pick<Context, 'db' | 'merchant_id'>,
  currency: string,
): Promise<bigint> {
  const rows = await findBalances(context.db, context.merchant_id)
  const found = rows.find((row) => row.account === 'available' && row.currency === currency)
  return found?.balance ?? 0n
}
