import { table } from '../kernel/change.ts'
import type { Database } from '../kernel/db.ts'
import { columns, listed, sql } from '../kernel/sql.ts'

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

const payoutMethodColumns = columns<PayoutMethodRow>({
  merchant_id: true,
  payout_method_id: true,
  customer_id: true,
  vault_id: true,
  payout_type: true,
  payout_method_data: true,
  created: true,
  version: true,
})

export function selectPayoutMethod(db: Database, merchant_id: string, payout_method_id: string) {
  return db.first<PayoutMethodRow>(sql`select ${payoutMethodColumns} from payout_methods
    where merchant_id = ${merchant_id} and payout_method_id = ${payout_method_id}`)
}

const MOST_OF_ONE_CUSTOMER = 1_000

export function selectPayoutMethods(db: Database, merchant_id: string, customer_id: string) {
  return db.rows<PayoutMethodRow>(sql`select ${payoutMethodColumns} from payout_methods
    where merchant_id = ${merchant_id} and ${listed} and customer_id = ${customer_id}
    order by created limit ${MOST_OF_ONE_CUSTOMER}`)
}
