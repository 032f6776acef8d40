// Customer spend, from the money that moved: payments, the refunds that succeeded and the disputes that were lost.
import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

/** Payments that one request sums; several customers share them. */
const MAX_SUMMED = 10_000

/** One customer's newest payments in one currency. */
export interface SpendRow {
  readonly customer_id: string
  readonly currency: string
  readonly summed: number
  /** There are older payments, which are not in the sums. */
  readonly is_cut: boolean
  /** Payments of which money was received. */
  readonly paid: number
  readonly first_payment_id: string | null
  readonly first_created: Date | null
  readonly last_payment_id: string | null
  readonly last_created: Date | null
  readonly received: number
  readonly refunded: number
  readonly lost: number
}

/** A refund or a dispute is looked up by its payment, and only if the payment says that there is one. */
export function sumSpend(
  db: Database,
  merchant_id: string,
  customer_ids: readonly string[],
): Promise<SpendRow[]> {
  const share = Math.floor(MAX_SUMMED / Math.max(1, customer_ids.length))
  return db.rows<SpendRow>(sql`with newest as materialized (
      select k.customer_id, p.payment_id, p.currency, p.amount_received, p.amount_refunded, p.amount_disputed,
        p.created, p.place
      from unnest(${customer_ids}::text[]) as k (customer_id) cross join lateral (
        select payment_id, currency, amount_received, amount_refunded, amount_disputed, created,
          row_number() over (order by created desc, payment_id desc) as place
        from payments where merchant_id = ${merchant_id} and customer_id = k.customer_id
        order by created desc, payment_id desc limit ${share + 1}) as p
    ), moved as (
      select customer_id, payment_id, currency, created, place, amount_received, amount_received > 0 as is_paid,
        -- As a filter of the sum, because as a condition the status would offer another index.
        case when amount_refunded > 0 then (
          select coalesce(sum(r.amount) filter (where r.status = 'succeeded'), 0) from refunds r
          where r.merchant_id = ${merchant_id} and r.payment_id = n.payment_id) else 0 end as refunded,
        case when amount_disputed > 0 then (select coalesce(sum(d.amount_lost), 0) from disputes d
          where d.merchant_id = ${merchant_id} and d.payment_id = n.payment_id) else 0 end as lost
      from newest n where place <= ${share}
    )
    select customer_id, currency, count(*)::int as summed,
      exists(select from newest n where n.customer_id = m.customer_id and place > ${share}) as is_cut,
      (count(*) filter (where is_paid))::int as paid,
      (array_agg(payment_id order by place desc) filter (where is_paid))[1] as first_payment_id,
      min(created) filter (where is_paid) as first_created,
      (array_agg(payment_id order by place) filter (where is_paid))[1] as last_payment_id,
      max(created) filter (where is_paid) as last_created,
      sum(amount_received)::bigint as received, sum(refunded)::bigint as refunded, sum(lost)::bigint as lost
    from moved m group by customer_id, currency order by customer_id, currency`)
}

/** The customers for whom there are payouts, whatever became of them. */
export function findPaidOut(
  db: Database,
  merchant_id: string,
  customer_ids: readonly string[],
): Promise<{ customer_id: string }[]> {
  // The limit makes it a look-up for each customer, however few payouts there are.
  return db.rows(sql`select k.customer_id from unnest(${customer_ids}::text[]) as k (customer_id)
    cross join lateral (select from payouts o
      where o.merchant_id = ${merchant_id} and o.customer_id = k.customer_id limit 1) as any_payout`)
}
