import type { Update } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import { allows } from '#kernel/machine.ts'
import { type Lifecycle, type Settable, transition } from '#core/outbox/transition.ts'
import { invoice, type InvoiceTransition } from './state.ts'
import { invoices, type InvoiceRow } from './store.ts'

export interface ChangedInvoice {
  readonly row: InvoiceRow
  readonly write: Update
}

const lifecycle: Lifecycle<InvoiceRow, InvoiceTransition> = { machine: invoice, table: invoices }

/**
 * Moves the invoice, unless it is in that state already. `undefined` changes only columns. Callers read the invoice, its
 * claim and its subscription one after the other: a move that the table does not allow means that another process has
 * settled the invoice in between, so the caller reads again and decides again.
 */
export function moveInvoice(
  current: InvoiceRow,
  name: InvoiceTransition | undefined,
  set: Settable<InvoiceRow>,
  now: Date,
): ChangedInvoice {
  const isThere = name === undefined || invoice.transitions[name].to === current.status
  if (!isThere && !allows(invoice, current.status, name)) throw new Conflict()
  const { row, writes } = transition(lifecycle, current, isThere ? [] : [name], set, now)
  return { row, write: writes[0] }
}

/** Its number is given by a worker, soon. */
export function finalized({ finalized_at, number_due }: InvoiceRow, now: Date) {
  return finalized_at ? { finalized_at, number_due } : { finalized_at: now, number_due: now }
}
