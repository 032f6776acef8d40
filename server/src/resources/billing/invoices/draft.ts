// A new invoice, as data: its line total, the part that the customer's credit covers, and the amount left to pay.
import { insert, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { moveCredit, readCredit, spendMoves } from './credit.ts'
import { limited, type Source } from './period_money.ts'
import type { InvoiceLine } from './schema.ts'
import type { InvoiceStatus } from './state.ts'
import { invoices, type InvoiceRow } from './store.ts'

export interface Draft
  extends Pick<
    InvoiceRow,
    | 'invoice_id'
    | 'subscription_id'
    | 'profile_id'
    | 'customer_id'
    | 'reason'
    | 'period_no'
    | 'currency'
    | 'period_start'
    | 'period_end'
    | 'billing'
    | 'public_url'
  > {
  readonly lines: readonly InvoiceLine[]
  /** The payment that is recorded with it. */
  readonly payment_id?: string
  /** The 0 payment that is recorded with it if there is nothing to pay. */
  readonly free_payment_id?: string
  /** The money that credit is granted from, if the total is negative. */
  readonly sources?: readonly Source[]
}

export interface Drafted {
  readonly invoice: InvoiceRow
  /** The invoice, and what it takes from or adds to the credit balance. */
  readonly writes: Write[]
}

/** The part of the total that credit covers. */
export function coverage(lines: readonly InvoiceLine[], credit: number) {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const asked = Math.max(total, 0)
  const credit_applied = Math.min(credit, asked)
  return { total, credit_applied, credit_granted: asked - total, amount: asked - credit_applied }
}

/**
 * An invoice with nothing to pay is paid at once; any other gets `status`. The first invoice waits for its
 * confirmation even then, because the 0 payment saves the card.
 */
export async function draftInvoice(
  context: Context,
  { lines, sources = [], free_payment_id, ...draft }: Draft,
  status: Extract<InvoiceStatus, 'invoice_created' | 'payment_pending'>,
): Promise<Drafted> {
  const { merchant_id, now } = context
  const balance = await readCredit(context, draft)
  const sums = coverage(lines, balance?.amount ?? 0)
  const isPaid = sums.amount === 0 && status === 'invoice_created'
  const invoice: InvoiceRow = {
    merchant_id,
    ...draft,
    ...sums,
    line_items: [...lines],
    number: null,
    finalized_at: isPaid ? now : null,
    number_due: isPaid ? now : null,
    status: isPaid ? 'invoice_paid' : status,
    due_at: draft.period_start < now ? draft.period_start : now,
    paid_at: isPaid ? now : null,
    payment_id: draft.payment_id ?? (isPaid ? (free_payment_id ?? null) : null),
    payment_method_id: null,
    attempt_count: 0,
    retries: 0,
    first_failed_at: null,
    exhausted_method_id: null,
    unified_code: null,
    accepted_amount: null,
    next_attempt_at: isPaid || status === 'payment_pending' ? null : now,
    created: now,
    modified_at: now,
    version: 1,
  }
  const { customer_id, currency, subscription_id, invoice_id } = draft
  const about = { customer_id, currency, subscription_id, invoice_id }
  const used = await spendMoves(context, { ...about, reason: 'applied' }, sums.credit_applied)
  const granted = limited(sources, sums.credit_granted).map((part) => ({
    ...about,
    ...part,
    reason: 'plan_change' as const,
  }))
  const moves = moveCredit(context, balance, ...used, ...granted)
  return { invoice, writes: [insert(invoices, invoice), ...moves] }
}
