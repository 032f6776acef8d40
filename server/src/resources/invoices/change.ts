import { save, type Update } from '#kernel/change.ts'
import { checkMove } from './state.ts'
import { invoices, type InvoiceRow } from './store.ts'

export interface ChangedInvoice {
  readonly row: InvoiceRow
  readonly write: Update
}

type Settable = Partial<
  Omit<InvoiceRow, 'merchant_id' | 'invoice_id' | 'created' | 'modified_at' | 'version'>
>

/** All columns are written, so that every change of an invoice is the same statement. */
export function changeInvoice(current: InvoiceRow, set: Settable, now: Date): ChangedInvoice {
  if (set.status) checkMove(current.invoice_id, current.status, set.status)
  const row = { ...current, ...set, modified_at: now, version: current.version + 1 }
  return { row, write: save(invoices, current, row) }
}

/** Its number is given by a worker, soon. */
export function finalized({ finalized_at, number_due }: InvoiceRow, now: Date) {
  return finalized_at ? { finalized_at, number_due } : { finalized_at: now, number_due: now }
}
