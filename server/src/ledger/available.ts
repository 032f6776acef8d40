import type { Context } from '../kernel/context.ts'
import { findBalances } from './store.ts'

/**
 * What a merchant can still pay out. Everything that is booked counts, whatever moment it carries: clocks
 * of two processes may differ, and money must not be there twice meanwhile.
 */
export async function available(
  context: Pick<Context, 'db' | 'merchant_id'>,
  currency: string,
): Promise<number> {
  const rows = await findBalances(context.db, context.merchant_id, 'infinity')
  const found = rows.find((row) => row.account === 'available' && row.currency === currency)
  return found?.balance ?? 0
}
