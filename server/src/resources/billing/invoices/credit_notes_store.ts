import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { CreditNote } from './schema.ts'
import type { NumbersRow } from './number.ts'

export interface CreditNoteRow extends Omit<CreditNote, 'credit_note_pdf'> {
  merchant_id: string
  invoice_id: string
  payment_id: string
  customer_id: string
  /** When the number is to be given; null when it has been. */
  number_due: Date | null
  modified_at: Date
  version: number
}

export const creditNotes = table<CreditNoteRow>('credit_notes', 'merchant_id', 'credit_note_id')

export const creditNoteNumbers = table<NumbersRow>('credit_note_numbers', 'merchant_id', 'year')

const creditNoteColumns = columns<CreditNoteRow>()(`
  merchant_id credit_note_id invoice_id payment_id customer_id reason refund_id dispute_id currency
  amount status number number_due created modified_at version
`)

export const findCreditNote = finder(creditNotes, creditNoteColumns)

/** Oldest first. */
export function findCreditNotes(db: Database, merchant_id: string, invoices: readonly string[]) {
  return db.rows<CreditNoteRow>(sql`select ${creditNoteColumns} from credit_notes
    where merchant_id = ${merchant_id} and invoice_id = any(${invoices})
    order by created, credit_note_id`)
}

/** For all merchants, oldest first. */
export function findUnnumberedNotes(db: Database, limit: number) {
  return db.rows<CreditNoteRow>(sql`select ${creditNoteColumns} from credit_notes
    where number_due is not null order by number_due, merchant_id, credit_note_id limit ${limit}`)
}

export function findLastNoteNumber(db: Database, merchant_id: string, year: number) {
  return db.first<NumbersRow>(sql`select merchant_id, year, last, version from credit_note_numbers
    where merchant_id = ${merchant_id} and year = ${year}`)
}
