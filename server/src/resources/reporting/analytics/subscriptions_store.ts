// Subscriptions counted by what they are billed: their price, and the coupon of their present period. The reads are
// bounded and use one index each: of the subscriptions that have not ended, and of those that ended since a time.
import type { Database } from '#kernel/db.ts'
import { sql, when } from '#kernel/sql.ts'

/** The subscriptions that are read at most, of those that have not ended and of those that have. */
export const MAX_FIGURED = 100_000
export const MAX_FIGURE_PRICES = 1_000

export interface Counted {
  readonly item_price_id: string
  /** Null if the present period is billed without one. */
  readonly coupon_code: string | null
  /** `none`: no period of the price was billed. */
  readonly state: 'billed' | 'unpaid' | 'paused' | 'trial' | 'none'
  /** It had started before the time that churn is counted in. */
  readonly had_started: boolean
  readonly is_open: boolean
  /** It ended within the time that churn is counted in. */
  readonly is_churned: boolean
  /** Subscriptions in this group. */
  readonly n: number
}

export interface FigureRange {
  readonly ended_gte: Date
  readonly ended_lte: Date
  /** Undefined: all. */
  readonly profile_ids: readonly string[] | undefined
}

const group = sql`item_price_id, coupon_code, state, had_started, is_open, is_churned`

const row = sql`merchant_id, item_price_id, status, cycles_billed, is_discounted, coupon_code, invoice_id, created,
  trial_end, ended_at`

/** A first invoice that was not paid starts no subscription. The other states are reached by paying it. */
const isStarted = sql`(s.cycles_billed > 1 or s.status in ('active', 'onetime', 'unpaid', 'paused')
  or (select i.reason <> 'first' or i.status = 'invoice_paid' from invoices i
    where i.merchant_id = s.merchant_id and i.invoice_id = s.invoice_id))`

export function countSubscriptions(
  db: Database,
  merchant_id: string,
  { ended_gte, ended_lte, profile_ids = [] }: FigureRange,
): Promise<Counted[]> {
  const within = when(profile_ids.length > 0, sql`and profile_id = any(${profile_ids})`)
  return db.rows<Counted>(sql`select ${group}, count(*)::int as n from (
      select item_price_id, case when is_discounted then coupon_code end as coupon_code,
        case when s.status = 'trial' then 'trial'
          when s.cycles_billed = 0 or not ${isStarted} then 'none'
          when s.status in ('unpaid', 'paused') then s.status else 'billed' end as state,
        greatest(created, trial_end) < ${ended_gte} as had_started,
        ended_at is null as is_open, coalesce(ended_at <= ${ended_lte}, false) as is_churned
      from (
        (select ${row} from subscriptions where merchant_id = ${merchant_id}
          and status not in ('cancelled', 'failed', 'in_active') ${within} limit ${MAX_FIGURED + 1})
        union all
        (select ${row} from subscriptions where merchant_id = ${merchant_id}
          and ended_at >= ${ended_gte} ${within} order by ended_at limit ${MAX_FIGURED + 1})
      ) s) as counted
    group by ${group}`)
}
