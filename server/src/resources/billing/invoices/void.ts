import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { type ChangedInvoice, moveInvoice } from './change.ts'
import { moveCredit, readCredit, returnMoves } from './credit.ts'
import type { InvoiceRow } from './store.ts'

export interface Voided extends ChangedInvoice {
  /** The invoice, and the credit that returns. */
  readonly writes: Write[]
}

/** The invoice is not collected any more; its credit is returned by the caller. */
export function moveToVoided(
  current: InvoiceRow,
  now: Date,
  set: Partial<Pick<InvoiceRow, 'unified_code'>> = {},
): ChangedInvoice {
  return moveInvoice(current, 'void', { ...set, next_attempt_at: null }, now)
}

export async function voidInvoice(context: Context, invoice: InvoiceRow): Promise<Voided> {
  const changed = moveToVoided(invoice, context.now)
  return { ...changed, writes: [changed.write, ...(await returnCredit(context, invoice))] }
}

/** The invoice will not be paid: the credit that was applied to it returns to the balance. */
export async function returnCredit(context: Context, invoice: InvoiceRow): Promise<Write[]> {
  if (invoice.credit_applied === 0) return []
  const { customer_id, currency, subscription_id, invoice_id } = invoice
  // The balance comes first: its version then covers the entries that are read after it.
  const balance = await readCredit(context, invoice)
  const moves = await returnMoves(context, { customer_id, currency, subscription_id, invoice_id })
  return moveCredit(context, balance, ...moves)
}
