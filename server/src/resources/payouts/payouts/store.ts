import { table } from '#kernel/change.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Billing, BrowserInfo } from '#http/money_fields.ts'
import type { PayoutType } from '#resources/methods/payout_methods/method.ts'
import type { PayoutLinkConfig } from './link_config.ts'
import type { Payout } from './schema.ts'
import type { PayoutStatus } from './state.ts'

export interface PayoutRow
  extends Omit<
    Payout,
    'status' | 'client_secret' | 'customer' | 'payout_link' | 'approvals_required'
  > {
  status: PayoutStatus
  payout_type: PayoutType | null
  email: string | null
  name: string | null
  phone: string | null
  phone_country_code: string | null
  billing: Billing | null
  browser_info: BrowserInfo | null
  payout_link: PayoutLink | null
  vault_id: string | null
  operation_id: string | null
  session_before: Date
  fulfill_at: Date | null
  transitions: number
  version: number
}

/** The page on which a recipient enters a method, as it is stored in a payout. */
export type PayoutLink = { link: string; config: PayoutLinkConfig }

export const payouts = table<PayoutRow>('payouts', 'merchant_id', 'payout_id')

const payoutColumns = columns<PayoutRow>()(`
  merchant_id payout_id profile_id status amount currency merchant_order_reference_id payout_type
  payout_method_data payout_method_id vault_id customer_id email name phone phone_country_code
  billing auto_fulfill recurring entity_type priority business_country description return_url
  metadata browser_info payout_link cancellation_reason unified_code unified_message error_code
  error_message connector connector_transaction_id attempts operation_id created modified_at
  confirmed_at session_before fulfill_at expires_at prepared_by approvals transitions version
`)

export const findPayout = finder(payouts, payoutColumns)

export const payoutPages = pageSource(payouts, payoutColumns, {
  indexed: ['merchant_order_reference_id', 'customer_id', 'status'],
  conditions: {
    // Compared without case and underscores.
    entity_type: (values) => sql`and replace(lower(entity_type), '_', '') = any(${values})`,
  },
})

/** Serializes a merchant's payouts that are checked against the balance; see fulfill.ts. */
export interface BalanceLockRow {
  merchant_id: string
  currency: string
  /** The last day (UTC) on which a payout was sent, and how much on that day. */
  day: string | null
  sent: number
  version: number
}

export const balanceLocks = table<BalanceLockRow>('payout_guards', 'merchant_id', 'currency')

const balanceLockColumns = columns<BalanceLockRow>()(`
  merchant_id currency day sent version
`)

export const findBalanceLock = finder(balanceLocks, balanceLockColumns)
