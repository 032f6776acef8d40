import type { Context } from '../kernel/context.ts'
import { type Balance, findBalances } from './store.ts'

/**
 * The balance of each account of a merchant, per currency. Every booked transfer counts, whatever moment
 * it carries: the clocks of two processes may differ.
 */
export function balances(context: Pick<Context, 'db' | 'merchant_id'>): Promise<Balance[]> {
  return findBalances(context.db, context.merchant_id)
}
