// This folder's public reads.
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

/** A merchant's account balances, per currency. Every transfer counts, whatever its timestamp. */
export function balances({ db, merchant_id }: OfMerchant): Promise<Balance[]> {
  return findBalances(db, merchant_id)
}

/** The amount that a merchant can pay out in a currency; negative if it owes money. */
export async function available(context: OfMerchant, currency: string): Promise<bigint> {
  const rows = await balances(context)
  const found = rows.find((row) => row.account === 'available' && row.currency === currency)
  return found?.balance ?? 0n
}

/** Reproducible balances: without the transfers that are not yet below the watermark. */
export function settledBalances({ db, merchant_id }: OfMerchant): Promise<SettledBalances> {
  return findSettledBalances(db, merchant_id)
}

/**
 * The snapshots' lag behind the transfers. Balances stay exact, but reading one costs more with a larger lag. A
 * transaction that is left open anywhere on the server increases it.
 */
export function snapshotLagSeconds({ db }: Pick<Services, 'db'>): Promise<number> {
  return watermarkAge(db)
}
