import type { Context } from '../kernel/context.ts'
import { findSettledBalances, type SettledBalances } from './store.ts'

/** Balances that can be recomputed at leisure: they leave out what is not yet below the watermark. */
export function settledBalances(
  context: Pick<Context, 'db' | 'merchant_id'>,
): Promise<SettledBalances> {
  return findSettledBalances(context.db, context.merchant_id)
}
