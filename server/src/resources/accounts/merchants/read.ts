import type { Database } from '#kernel/db.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { Merchant } from './schema.ts'
import { findMerchant, findMerchants, type MerchantRow } from './store.ts'

export async function readMerchant(db: Database, merchant_id: string): Promise<MerchantRow> {
  const row = await findMerchant(db, merchant_id)
  if (row === undefined) throw notFound('merchant', merchant_id)
  return row
}

export async function getMerchant(db: Database, merchant_id: string): Promise<Merchant> {
  return project(Merchant, await readMerchant(db, merchant_id))
}

/** For the operator: oldest first, the page after a merchant. */
export async function listMerchants(db: Database, after = ''): Promise<Merchant[]> {
  return (await findMerchants(db, after, PAGE)).map((row) => project(Merchant, row))
}

const PAGE = 1_000

/** Decides when the merchant's days begin. */
export async function readTimeZone(db: Database, merchant_id: string): Promise<string> {
  return (await findMerchant(db, merchant_id))?.time_zone ?? 'UTC'
}

/** The merchant's dispute fee in this currency, besides the disputed amount. */
export async function disputeFee(
  db: Database,
  merchant_id: string,
  currency: string,
): Promise<number> {
  return (await findMerchant(db, merchant_id))?.dispute_fees[currency] ?? 0
}
