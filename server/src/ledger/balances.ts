import type { Context } from '../kernel/context.ts'
import { type Balance, findBalances } from './store.ts'

/** What stands on each account of a merchant, per currency, at this moment. */
export function balances(
  context: Pick<Context, 'db' | 'merchant_id' | 'clock'>,
): Promise<Balance[]> {
  return findBalances(context.db, context.merchant_id, context.clock.now())
}
