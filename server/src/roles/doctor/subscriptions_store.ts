import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'
import type { InvoiceFacts, SubscriptionFacts } from '#core/invariants/record.ts'

export type SubscriptionPageRow = SubscriptionFacts & { invoices: InvoiceFacts[] | null }

/** A page of subscriptions with their invoices and the payments that these name, as of one moment. */
export function subscriptionsAfter(
  db: Database,
  merchant_id: string,
  after: string,
  limit: number,
): Promise<SubscriptionPageRow[]> {
  return db.rows<SubscriptionPageRow>(sql`select merchant_id, subscription_id, profile_id, customer_id,
      status, open_invoice_id, due_at, created, transitions,
      (select json_agg(json_build_object('invoice_id', i.invoice_id, 'status', i.status, 'total', i.total,
          'credit_applied', i.credit_applied, 'amount', i.amount,
          'lines', (select coalesce(sum((line ->> 'amount')::bigint), 0)
            from jsonb_array_elements(i.line_items) line),
          'next_attempt_ms', floor(extract(epoch from i.next_attempt_at) * 1000),
          'payment', case when i.payment_id is not null then json_build_object(
            'payment_id', i.payment_id, 'status', p.status, 'amount', p.amount, 'use', u.status) end))
        from invoices i
          left join payments p on p.merchant_id = i.merchant_id and p.payment_id = i.payment_id
            and p.invoice_id = i.invoice_id
          left join invoice_payments u on u.merchant_id = i.merchant_id
            and u.payment_id = i.payment_id and u.invoice_id = i.invoice_id
        where i.merchant_id = s.merchant_id and i.subscription_id = s.subscription_id) as invoices
    from subscriptions s where merchant_id = ${merchant_id} and subscription_id > ${after}
    order by subscription_id limit ${limit}`)
}

export interface NumberedYear {
  year: number
  /** What the counter says. */
  last: number | null
  /** What the invoices say. */
  count: number | null
  highest: number | null
}

/** The years in which the counter and the invoices differ. */
export function wrongYears(db: Database, merchant_id: string): Promise<NumberedYear[]> {
  return db.rows<NumberedYear>(sql`select year, c.last, n.count, n.highest
    from (select year, last from invoice_numbers where merchant_id = ${merchant_id}) c
      full join (select split_part(number, '-', 1)::int as year, count(*)::int as count,
          max(split_part(number, '-', 2)::int) as highest
        from invoices where merchant_id = ${merchant_id} and number is not null group by 1) n using (year)
    where c.last is distinct from n.count or c.last is distinct from n.highest order by year`)
}

export interface CreditDifference {
  customer_id: string
  currency: string
  balance: string
  entries: string
}

/** The balances that are not the sum of their entries; decimal text, because a damaged sum may be large. */
export function wrongBalances(db: Database, merchant_id: string): Promise<CreditDifference[]> {
  return db.rows<CreditDifference>(sql`select customer_id, currency, coalesce(b.amount, 0)::text as balance,
      coalesce(e.amount, 0)::text as entries
    from (select customer_id, currency, amount from credit_balances where merchant_id = ${merchant_id}) b
      full join (select customer_id, currency, sum(amount) as amount from credit_entries
        where merchant_id = ${merchant_id} and customer_id is not null
        group by 1, 2) e using (customer_id, currency)
    where coalesce(b.amount, 0) <> coalesce(e.amount, 0) order by 1, 2`)
}
