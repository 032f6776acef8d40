// Numbers without gaps per merchant and year. A worker gives them in a commit of its own, because a counter in the
// commit of every payment would make all payments of a merchant wait for each other.
import { insert, update, type Write } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import { type Services } from '#kernel/context.ts'
import type { Sweep } from '#kernel/sweeps.ts'
import {
  findLastNumber,
  findUnnumbered,
  invoiceNumbers,
  invoices,
  type InvoiceRow,
} from './store.ts'

const BATCH = 200

export const numbering: Sweep = {
  name: 'invoice numbers',
  period_ms: 1_000,
  timer: { table: 'invoices', id: 'invoice_id', column: 'number_due' },
  round: giveNumbers,
}

async function giveNumbers(services: Services): Promise<number> {
  const due = await findUnnumbered(services.db, BATCH)
  const years = Map.groupBy(due, (row) => `${row.merchant_id}/${yearOf(row)}`)
  const given = await Promise.all([...years.values()].map((rows) => numberStable(services, rows)))
  return given.reduce((sum, n) => sum + n, 0)
}

/** An invoice whose payment is in progress may change at any moment, which would refuse the numbers of the others. */
async function numberStable(services: Services, rows: readonly InvoiceRow[]): Promise<number> {
  const isChanging = ({ status }: InvoiceRow) => status === 'payment_pending'
  const stable = rows.filter((row) => !isChanging(row))
  return (
    (await numberYear(services, stable)) + (await numberYear(services, rows.filter(isChanging)))
  )
}

/** The year in which it was finalized, in UTC. */
function yearOf({ finalized_at, created }: InvoiceRow): number {
  return (finalized_at ?? created).getUTCFullYear()
}

/** All of them or none; if an invoice or the last number has changed, the next round tries again. */
async function numberYear(services: Services, rows: readonly InvoiceRow[]): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  const { merchant_id } = first
  const year = yearOf(first)
  const counter = await findLastNumber(services.db, merchant_id, year)
  let last = counter?.last ?? 0
  const writes: Write[] = rows.map((row) =>
    update(invoices, row, { number: formatNumber(year, ++last), number_due: null }),
  )
  const head = counter
    ? update(invoiceNumbers, counter, { last })
    : insert(invoiceNumbers, { merchant_id, year, last, version: 1 })
  try {
    await services.commit(head, ...writes)
    return rows.length
  } catch (error) {
    if (error instanceof Conflict) return 0
    throw error
  }
}

function formatNumber(year: number, n: number): string {
  return `${year}-${String(n).padStart(6, '0')}`
}
