import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, listed, sql } from '#kernel/sql.ts'

export interface PayoutMethodRow {
  merchant_id: string
  payout_method_id: string
  customer_id: string
  vault_id: string
  payout_type: string
  payout_method_data: Record<string, unknown>
  created: Date
  version: number
}

export const payoutMethods = table<PayoutMethodRow>(
  'payout_methods',
  'merchant_id',
  'payout_method_id',
)

const payoutMethodColumns = columns<PayoutMethodRow>()(`
  merchant_id payout_method_id customer_id vault_id payout_type payout_method_data created
  version
`)

export const selectPayoutMethod = finder(payoutMethods, payoutMethodColumns)

const MAX_PER_CUSTOMER = 1_000

export function selectPayoutMethods(db: Database, merchant_id: string, customer_id: string) {
  return db.rows<PayoutMethodRow>(sql`select ${payoutMethodColumns} from payout_methods
    where merchant_id = ${merchant_id} and ${listed} and customer_id = ${customer_id}
    order by created limit ${MAX_PER_CUSTOMER}`)
}
