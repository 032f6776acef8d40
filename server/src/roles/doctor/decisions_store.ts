import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'
import { grantReasons } from '#resources/billing/invoices/period_money.ts'

/** A page of customers that have credit. */
export function balancesAfter(
  db: Database,
  merchant_id: string,
  customer_id: string,
  currency: string,
  limit: number,
) {
  return db.rows<{
    customer_id: string
    currency: string
    amount: number
  }>(sql`select customer_id, currency, amount from credit_balances
    where merchant_id = ${merchant_id} and (customer_id, currency) > (${customer_id}, ${currency})
      and amount > 0 order by customer_id, currency limit ${limit}`)
}

/** A customer's credit entries about one subscription, or about none. */
export interface CreditOfSubscription {
  readonly customer_id: string
  readonly currency: string
  readonly subscription_id: string | null
  /** Granted by a release that did not look at the money. */
  readonly unnamed: number
  readonly granted: number
  /** Negative: taken back. */
  readonly taken: number
  readonly used: number
  /** Negative: taken away by the merchant. */
  readonly corrected: number
  /** The rest of the credit that belongs to no payment. */
  readonly lot: number
}

export function creditOfSubscriptions(
  db: Database,
  merchant_id: string,
  customers: readonly string[],
) {
  const granted = sql`reason = any(${grantReasons})`
  return db.rows<CreditOfSubscription>(sql`select customer_id, currency, subscription_id,
      coalesce(sum(amount) filter (where ${granted} and not names_money), 0)::bigint as unnamed,
      coalesce(sum(amount) filter (where ${granted}), 0)::bigint as granted,
      coalesce(sum(amount) filter (where reason in ('refund', 'dispute', 'uncollected')), 0)::bigint as taken,
      0 - coalesce(sum(amount) filter (where reason in ('applied', 'returned')), 0)::bigint as used,
      coalesce(sum(amount) filter (where reason = 'correction' and amount < 0), 0)::bigint as corrected,
      coalesce(sum(amount) filter (where payment_id is null), 0)::bigint as lot
    from credit_entries where merchant_id = ${merchant_id} and customer_id = any(${customers})
    group by customer_id, currency, subscription_id`)
}

/** The money that a subscription's payments have received and not given back. */
export function heldBySubscriptions(db: Database, merchant_id: string, ids: readonly string[]) {
  // Each invoice by itself, so that the plan does not depend on statistics.
  const held = sql`(select sum(p.amount_received - p.amount_refunded - coalesce(p.amount_disputed, 0))
    from payment_claims u join payments p on p.merchant_id = u.merchant_id and p.payment_id = u.payment_id
    where u.merchant_id = i.merchant_id and u.invoice_id = i.invoice_id)`
  return db.rows<{ subscription_id: string; held: number }>(sql`select i.subscription_id,
      coalesce(sum(${held}), 0)::bigint as held
    from invoices i where i.merchant_id = ${merchant_id} and i.subscription_id = any(${ids})
    group by i.subscription_id`)
}
