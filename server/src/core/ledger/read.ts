// What other folders read of the books.
import type { Context, Services } from '#kernel/context.ts'
import {
  type Balance,
  findBalances,
  findSettledBalances,
  type SettledBalances,
  watermarkAge,
} from './store.ts'

export { transferPages, type TransferRow } from './store.ts'

type OfMerchant = Pick<Context, 'db' | 'merchant_id'>

/**
 * The balance of each account of a merchant, per currency. Every booked transfer counts, whatever moment
 * it carries: the clocks of two processes may differ.
 */
export function balances({ db, merchant_id }: OfMerchant): Promise<Balance[]> {
  return findBalances(db, merchant_id)
}

/** What a merchant can still pay out in a currency; negative when it owes money. */
export async function available(context: OfMerchant, currency: string): Promise<bigint> {
  const rows = await balances(context)
  const found = rows.find((row) => row.account === 'available' && row.currency === currency)
  return found?.balance ?? 0n
}

/** Balances that can be recomputed: they leave out what is not yet below the watermark. */
export function settledBalances({ db, merchant_id }: OfMerchant): Promise<SettledBalances> {
  return findSettledBalances(db, merchant_id)
}

/**
 * By how many seconds snapshots lag behind the transfers. Balances stay exact however large it is, but
 * reading one costs more; a transaction that is left open anywhere on the server makes it grow.
 */
export function snapshotLagSeconds({ db }: Pick<Services, 'db'>): Promise<number> {
  return watermarkAge(db)
}
