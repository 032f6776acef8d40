import { table } from '../kernel/change.ts'
import type { Database } from '../kernel/db.ts'
import { sql } from '../kernel/sql.ts'

export interface MerchantRow {
  merchant_id: string
  merchant_name: string
  publishable_key: string
  api_version: string | null
  dispute_fees: Readonly<Record<string, number>>
  created: Date
  modified_at: Date
  version: number
}

export const merchants = table<MerchantRow>('merchants', 'merchant_id')

export function findMerchant(db: Database, merchant_id: string) {
  return db.first<MerchantRow>(sql`select * from merchants where merchant_id = ${merchant_id}`)
}
