// Gapless numbers per merchant and year. A worker assigns them in a separate commit, because a counter in every
// payment commit would make all payments to a merchant wait for each other.
import { insert, type Table, update, type Write } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import type { Sweep, Timer } from '#kernel/sweeps.ts'
import {
  creditNoteNumbers,
  type CreditNoteRow,
  creditNotes,
  findLastNoteNumber,
  findUnnumberedNotes,
} from './credit_notes_store.ts'
import {
  findLastNumber,
  findUnnumbered,
  invoiceNumbers,
  invoices,
  type InvoiceRow,
} from './store.ts'

const BATCH = 200

/** The last number in a merchant's year. */
export interface NumbersRow {
  merchant_id: string
  year: number
  last: number
  version: number
}

interface Numbered {
  readonly merchant_id: string
  readonly version: number
  number: string | null
  number_due: Date | null
}

/** A number series. */
interface Series<Row extends Numbered> {
  readonly name: string
  readonly timer: Timer
  readonly prefix: string
  readonly table: Table<Row>
  readonly counters: Table<NumbersRow>
  readonly findDue: (db: Database, limit: number) => Promise<Row[]>
  readonly findLast: (db: Database, of: string, year: number) => Promise<NumbersRow | undefined>
  /** The number's year, in UTC, is taken from this moment. */
  readonly dated: (row: Row) => Date
  /** A row that may change at any moment would block the numbers for the others. */
  readonly isChanging: (row: Row) => boolean
}

const ofInvoices: Series<InvoiceRow> = {
  name: 'invoice numbers',
  timer: { table: 'invoices', id: 'invoice_id', column: 'number_due' },
  prefix: '',
  table: invoices,
  counters: invoiceNumbers,
  findDue: findUnnumbered,
  findLast: findLastNumber,
  dated: ({ finalized_at, created }) => finalized_at ?? created,
  isChanging: ({ status }) => status === 'payment_pending',
}

const ofCreditNotes: Series<CreditNoteRow> = {
  name: 'credit note numbers',
  timer: { table: 'credit_notes', id: 'credit_note_id', column: 'number_due' },
  prefix: 'CN-',
  table: creditNotes,
  counters: creditNoteNumbers,
  findDue: findUnnumberedNotes,
  findLast: findLastNoteNumber,
  dated: ({ created }) => created,
  isChanging: () => false,
}

export const numbering: Sweep[] = [numberSweep(ofInvoices), numberSweep(ofCreditNotes)]

function numberSweep<Row extends Numbered>(series: Series<Row>): Sweep {
  const { name, timer } = series
  return { name, period_ms: 1_000, timer, round: (services) => giveNumbers(services, series) }
}

async function giveNumbers<Row extends Numbered>(
  services: Services,
  series: Series<Row>,
): Promise<number> {
  const due = await series.findDue(services.db, BATCH)
  const seriesYear = (row: Row) => series.dated(row).getUTCFullYear()
  const years = Map.groupBy(due, (row) => `${row.merchant_id}/${seriesYear(row)}`)
  const given = await Promise.all(
    [...years.values()].map(async (rows) => {
      const stable = rows.filter((row) => !series.isChanging(row))
      const others = rows.filter((row) => series.isChanging(row))
      return (
        (await numberYear(services, series, stable)) + (await numberYear(services, series, others))
      )
    }),
  )
  return given.reduce((sum, n) => sum + n, 0)
}

/** Numbers all rows or none; if a row or the last number has changed, the next round tries again. */
async function numberYear<Row extends Numbered>(
  services: Services,
  series: Series<Row>,
  rows: readonly Row[],
): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  const { merchant_id } = first
  const year = series.dated(first).getUTCFullYear()
  const counter = await series.findLast(services.db, merchant_id, year)
  let last = counter?.last ?? 0
  const writes: Write[] = rows.map((row) => {
    const number = `${series.prefix}${formatNumber(year, ++last)}`
    return update(series.table, row, { number, number_due: null } as Partial<Row>)
  })
  const head = counter
    ? update(series.counters, counter, { last })
    : insert(series.counters, { merchant_id, year, last, version: 1 })
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
