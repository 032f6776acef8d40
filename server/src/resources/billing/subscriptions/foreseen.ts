// The outcome of an action that an estimate foresees. It comes from the functions that decide in the action itself, and
// nothing is written.
import type { Context } from '#kernel/context.ts'
import { type CreditMove, readCredit } from '#resources/billing/invoices/credit.ts'
import { coverage } from '#resources/billing/invoices/draft.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import type { InvoiceLine } from '#resources/billing/invoices/schema.ts'
import type { SubscriptionRow } from './store.ts'

export type ForeseenInvoice = Pick<
  InvoiceRow,
  | 'reason'
  | 'period_start'
  | 'period_end'
  | 'line_items'
  | 'total'
  | 'credit_applied'
  | 'credit_granted'
  | 'amount'
> & { readonly invoice_id: string | null }

export interface Foreseen {
  readonly effective_at: Date
  /** Created or collected by the action, in the order in which they are charged. */
  readonly invoices: readonly ForeseenInvoice[]
  readonly voided_invoice_id: string | null
  /** Beside what the invoices grant; null if it depends on a period that is not billed yet. */
  readonly credit_granted: number | null
  readonly credit_returned: number
  /** The subscription afterwards, with its invoices paid. */
  readonly row: SubscriptionRow
}

interface Invoiced extends Pick<InvoiceRow, 'reason' | 'period_start' | 'period_end'> {
  readonly lines: readonly InvoiceLine[]
}

/** An invoice that is to be created; `returned` is credit that the action returns before. */
export async function foreseeInvoice(
  context: Context,
  { customer_id }: Pick<SubscriptionRow, 'customer_id'>,
  currency: string,
  { reason, period_start, period_end, lines }: Invoiced,
  returned: number,
): Promise<ForeseenInvoice> {
  const balance = await readCredit(context, { customer_id, currency })
  const sums = coverage(lines, (balance?.amount ?? 0) + returned)
  const period = { reason, period_start, period_end }
  return { invoice_id: null, ...period, line_items: [...lines], ...sums }
}

export function creditTotal(moves: readonly Pick<CreditMove, 'amount'>[]): number {
  return moves.reduce((total, { amount }) => total + amount, 0)
}
