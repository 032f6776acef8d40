import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import {
  type CreditMove,
  moveCredit,
  readCredit,
  returnMoves,
} from '#resources/billing/invoices/credit.ts'
import { limited } from '#resources/billing/invoices/period_money.ts'
import { type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import type { SubscriptionRow } from './store.ts'
import { readWorth } from './worth.ts'

type CreditOption = NonNullable<SubscriptionRow['cancel_credit']>

/** The credit that a voided invoice returns is written with the granted credit, because both change one balance. */
export async function creditWrites(
  context: Context,
  current: SubscriptionRow,
  option: CreditOption,
  at: Date,
  voided: InvoiceRow | undefined,
): Promise<Write[]> {
  const decided = await decideCredit(context, current, option, at, voided)
  const { balance, returned, granted, demands } = decided
  const moves = moveCredit(context, balance, ...returned, ...granted)
  return granted.length === 0 ? moves : [...moves, ...demands]
}

/** The part of the present period that becomes credit, as of a moment, and what the voided invoice returns. */
export async function decideCredit(
  context: Context,
  current: SubscriptionRow,
  option: CreditOption,
  at: Date,
  voided: InvoiceRow | undefined,
) {
  const { customer_id, subscription_id, invoice_id } = current
  const { currency } = await readInvoice(context, invoice_id)
  const of = { customer_id, currency, subscription_id }
  // The balance comes first: its version then covers the entries that are read after it.
  const balance = await readCredit(context, { customer_id, currency })
  const returned = voided
    ? await returnMoves(context, { ...of, invoice_id: voided.invoice_id })
    : []
  const worth = await readWorth(context, current, at)
  const amount = option === 'none' ? 0 : option === 'full' ? worth.brought_in : worth.rest
  const about = { ...of, reason: 'cancellation' } as const
  const granted: CreditMove[] = limited(worth.sources, amount).map((part) => ({
    ...about,
    ...part,
    invoice_id: worth.invoice_id,
  }))
  return { balance, returned, granted, demands: worth.demands }
}
