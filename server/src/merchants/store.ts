import { table } from '../kernel/change.ts'
import type { Database } from '../kernel/db.ts'
import { columns, sql } from '../kernel/sql.ts'

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

const merchantColumns = columns<MerchantRow>({
  merchant_id: true,
  merchant_name: true,
  publishable_key: true,
  api_version: true,
  created: true,
  modified_at: true,
  version: true,
  dispute_fees: true,
})

export function findMerchant(db: Database, merchant_id: string) {
  return db.first<MerchantRow>(
    sql`select ${merchantColumns} from merchants where merchant_id = ${merchant_id}`,
  )
}
