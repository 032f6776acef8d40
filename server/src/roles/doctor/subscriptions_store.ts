import type { Database } from '#kernel/db.ts'
import { type Sql, sql } from '#kernel/sql.ts'
import type { InvoiceFacts, SubscriptionFacts } from '#core/invariants/record.ts'
import { grantReasons } from '#resources/billing/invoices/period_money.ts'

export type SubscriptionPageRow = SubscriptionFacts & { invoices: InvoiceFacts[] | null }

/** The lines on an invoice `i`, all types or one. */
const lines = (of: Sql = sql``) => sql`(select coalesce(sum((line ->> 'amount')::bigint), 0)
  from jsonb_array_elements(i.line_items) line ${of})`

const carried = sql`case when i.reason = 'plan_change' and i.line_items @> '[{"item_type": "plan"}]'
  then 0 - ${lines(sql`where line ->> 'item_type' = 'unused_time'`)} else 0 end`

const received = sql`(select coalesce(sum(q.amount_received), 0) from payment_claims v
  join payments q on q.merchant_id = v.merchant_id and q.payment_id = v.payment_id
  where v.merchant_id = i.merchant_id and v.invoice_id = i.invoice_id)`

/** The credit entries for an invoice `i`. */
const credit = sql`select
    0 - coalesce(sum(amount) filter (where reason in ('applied', 'returned')), 0) as used,
    coalesce(sum(amount) filter (where names_money and reason = any(${grantReasons})), 0) as granted
  from credit_entries e where e.merchant_id = i.merchant_id and e.invoice_id = i.invoice_id`

/** A page of subscriptions with their invoices and the payments that these name, at one moment. */
export function subscriptionsAfter(
  db: Database,
  merchant_id: string,
  after: string,
  limit: number,
): Promise<SubscriptionPageRow[]> {
  return db.rows<SubscriptionPageRow>(sql`select merchant_id, subscription_id, profile_id, customer_id,
      status, open_invoice_id, pending_update, plan_id, item_price_id, cycles, cycles_billed, due_at,
      created, transitions,
      (select json_agg(json_build_object('invoice_id', i.invoice_id, 'status', i.status, 'total', i.total,
          'reason', i.reason, 'period_no', i.period_no,
          'period_end_ms', floor(extract(epoch from i.period_end) * 1000),
          'credit_applied', i.credit_applied, 'amount', i.amount,
          'accepted_amount', i.accepted_amount, 'lines', ${lines()}, 'carried', ${carried},
          'received', ${received}, 'credit_used', c.used, 'granted', c.granted,
          'next_attempt_ms', floor(extract(epoch from i.next_attempt_at) * 1000),
          'payment', case when i.payment_id is not null then json_build_object(
            'payment_id', i.payment_id, 'status', p.status, 'amount_received', p.amount_received, 'use', u.status) end))
        from invoices i
          left join payments p on p.merchant_id = i.merchant_id and p.payment_id = i.payment_id
            and p.invoice_id = i.invoice_id
          left join payment_claims u on u.merchant_id = i.merchant_id
            and u.payment_id = i.payment_id and u.invoice_id = i.invoice_id
          cross join lateral (${credit}) c
        where i.merchant_id = s.merchant_id and i.subscription_id = s.subscription_id) as invoices
    from subscriptions s where merchant_id = ${merchant_id} and subscription_id > ${after}
    order by subscription_id limit ${limit}`)
}

export interface NumberedYear {
  year: number
  /** By the counter. */
  last: number | null
  /** By the invoices. */
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

/** Total credit by currency; decimal text, because it may exceed what a number holds. */
export function creditSums(db: Database, merchant_id: string) {
  return db.rows<{
    currency: string
    amount: string
  }>(sql`select currency, sum(amount)::text as amount
    from credit_balances where merchant_id = ${merchant_id} group by currency`)
}

export interface CreditDifference {
  customer_id: string
  currency: string
  balance: string
  entries: string
}

/** The balances that differ from the sum of their entries; decimal text, because a damaged sum may be large. */
export function wrongBalances(db: Database, merchant_id: string): Promise<CreditDifference[]> {
  return db.rows<CreditDifference>(sql`select customer_id, currency, coalesce(b.amount, 0)::text as balance,
      coalesce(e.amount, 0)::text as entries
    from (select customer_id, currency, amount from credit_balances where merchant_id = ${merchant_id}) b
      full join (select customer_id, currency, sum(amount) as amount from credit_entries
        where merchant_id = ${merchant_id} and customer_id is not null
        group by 1, 2) e using (customer_id, currency)
    where coalesce(b.amount, 0) <> coalesce(e.amount, 0) order by 1, 2`)
}
