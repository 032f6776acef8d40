import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface MerchantRow {
  merchant_id: string
  /** Null for a merchant that an older release created during an upgrade. */
  organization_id: string | null
  merchant_name: string
  publishable_key: string
  api_version: string | null
  status: 'active' | 'suspended'
  dispute_fees: Readonly<Record<string, number>>
  allow_payouts_above_balance: boolean
  /** Maximum payout per day, by currency. */
  payout_daily_limits: Readonly<Record<string, number>>
  /** Requests per minute with secret keys; null: as configured for all. */
  rate_limit: number | null
  /** Users need a second factor to work for it. */
  require_two_factor: boolean
  /** Decides when the merchant's days begin in analytics and exports. */
  time_zone: string
  created: Date
  modified_at: Date
  version: number
}

export const merchants = table<MerchantRow>('merchants', 'merchant_id')

const merchantColumns = columns<MerchantRow>()(`
  merchant_id organization_id merchant_name publishable_key api_version created modified_at version dispute_fees
  status allow_payouts_above_balance payout_daily_limits rate_limit
  require_two_factor time_zone
`)

export function findMerchant(db: Database, merchant_id: string) {
  return db.first<MerchantRow>(
    sql`select ${merchantColumns} from merchants where merchant_id = ${merchant_id}`,
  )
}

/** All merchants, oldest first, for the operator. */
export function findMerchants(db: Database, after: string, limit: number) {
  return db.rows<MerchantRow>(sql`select ${merchantColumns} from merchants where merchant_id > ${after}
    order by merchant_id limit ${limit}`)
}
