// The present period's worth: the unused share of the paid amount, and all it has brought in.
import type { Demand } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import type { InvoiceLine } from '#resources/billing/invoices/schema.ts'
import {
  broughtIn,
  readPeriodMoney,
  type Source,
  listSources,
  whilePeriodUnchanged,
} from '#resources/billing/invoices/period_money.ts'
import { unusedShare } from './period.ts'
import type { SubscriptionRow } from './store.ts'

export interface Worth {
  /** The unused part, and never more than the period has brought in. */
  readonly rest: number
  readonly brought_in: number
  readonly sources: readonly Source[]
  /** The invoice for the period that credit is granted for; null if there is none. */
  readonly invoice_id: string | null
  /** Refuse the commit that uses it when the money has changed. */
  readonly demands: Demand[]
}

/** As of a moment; 0 once the period has passed. */
export async function readWorth(
  context: Context,
  { subscription_id, period_no, period_end }: SubscriptionRow,
  at: Date,
): Promise<Worth> {
  const money = await readPeriodMoney(context, subscription_id, { period_no, period_end })
  const hasPassed = period_end === null || period_end <= at
  const brought_in = hasPassed ? 0 : broughtIn(money)
  return {
    rest: Math.min(unusedPart(money.invoices.at(-1)?.line_items ?? [], at), brought_in),
    brought_in,
    sources: listSources(money),
    invoice_id: money.invoices[0]?.invoice_id ?? null,
    demands: whilePeriodUnchanged(money),
  }
}

const TIME: ReadonlySet<InvoiceLine['item_type']> = new Set(['plan', 'coupon', 'remaining_time'])

/** From the newest paid invoice: a plan change replaces the lines before it. */
export function unusedPart(line_items: readonly InvoiceLine[], at: Date): number {
  const lines = line_items.filter(({ item_type }) => TIME.has(item_type))
  const [first] = lines
  if (first === undefined) return 0
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  // Lines are stored as JSON, so their times are text.
  const period = { start: new Date(first.period_start), end: new Date(first.period_end) }
  return unusedShare(amount, period, at)
}
