import type { Context } from '../kernel/context.ts'
import { type Balance, findBalances } from './store.ts'

/** What stands on each account of a merchant, per currency, at this moment. */
export async function balances(
  context: Pick<Context, 'db' | 'merchant_id' | 'clocks'>,
): Promise<Balance[]> {
  return findBalances(
    context.db,
    context.merchant_id,
    await context.clocks.now(context.merchant_id),
  )
}
