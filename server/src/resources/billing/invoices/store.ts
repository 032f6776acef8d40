import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Billing } from '#http/money_fields.ts'
import type { NumbersRow } from './number.ts'
import type { CreditReason, Invoice } from './schema.ts'
import type { InvoiceStatus } from './state.ts'

export interface InvoiceRow
  extends Omit<
    Invoice,
    | 'id'
    | 'status'
    | 'hosted_invoice_url'
    | 'invoice_pdf'
    | 'amount_received'
    | 'amount_refunded'
    | 'amount_disputed'
    | 'credit_notes'
  > {
  invoice_id: string
  /** The subscription period that it belongs to. */
  period_no: number
  /** The part that the merchant accepted as payment; null if the full amount was received. */
  accepted_amount: number | null
  status: InvoiceStatus
  billing: Billing | null
  public_url: string
  /** When the number is to be given; null when it has been. */
  number_due: Date | null
  /** The scheduled retries that have passed. */
  retries: number
  first_failed_at: Date | null
  /** The method whose decline cannot be retried. */
  exhausted_method_id: string | null
  version: number
}

export const invoices = table<InvoiceRow>('invoices', 'merchant_id', 'invoice_id')

const invoiceColumns = columns<InvoiceRow>()(`
  merchant_id invoice_id subscription_id profile_id customer_id number finalized_at number_due status
  reason currency line_items total credit_applied credit_granted amount period_start period_end
  billing public_url due_at paid_at payment_id payment_method_id attempt_count retries first_failed_at
  exhausted_method_id unified_code next_attempt_at created modified_at version period_no
  accepted_amount
`)

export const findInvoice = finder(invoices, invoiceColumns)

export function findInvoicesById(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<InvoiceRow>(sql`select ${invoiceColumns} from invoices
    where merchant_id = ${merchant_id} and invoice_id = any(${ids})`)
}

export const invoicePages = pageSource(invoices, invoiceColumns, {
  indexed: ['number', 'subscription_id', 'customer_id', 'status'],
})

/** A subscription period. An earlier release did not number them, so their end identifies them. */
export interface NumberedPeriod {
  readonly period_no: number
  readonly period_end: Date | null
}

/**
 * Oldest first. The invoice that opened the period precedes its plan changes, even if it was created by a process with
 * a fast clock.
 */
export function findInvoicesOfPeriod(
  db: Database,
  merchant_id: string,
  subscription_id: string,
  { period_no, period_end }: NumberedPeriod,
) {
  return db.rows<InvoiceRow>(sql`select ${invoiceColumns} from invoices
    where merchant_id = ${merchant_id} and subscription_id = ${subscription_id}
      and period_no = any(${[0, period_no]}::int[]) and period_end = ${period_end}::timestamptz
    order by reason = 'plan_change', created, invoice_id`)
}

/** For all merchants, oldest first. */
export function findUnnumbered(db: Database, limit: number) {
  return db.rows<InvoiceRow>(sql`select ${invoiceColumns} from invoices
    where number_due is not null order by number_due, merchant_id, invoice_id limit ${limit}`)
}

export const invoiceNumbers = table<NumbersRow>('invoice_numbers', 'merchant_id', 'year')

export function findLastNumber(db: Database, merchant_id: string, year: number) {
  return db.first<NumbersRow>(sql`select merchant_id, year, last, version from invoice_numbers
    where merchant_id = ${merchant_id} and year = ${year}`)
}

export interface CreditBalanceRow {
  merchant_id: string
  customer_id: string
  currency: string
  amount: number
  modified_at: Date
  version: number
}

export const creditBalances = table<CreditBalanceRow>(
  'credit_balances',
  'merchant_id',
  'customer_id',
  'currency',
)

export function findCreditBalance(
  db: Database,
  merchant_id: string,
  customer_id: string,
  currency: string,
) {
  return db.first<CreditBalanceRow>(sql`select merchant_id, customer_id, currency, amount, modified_at,
    version from credit_balances where merchant_id = ${merchant_id}
    and customer_id = ${customer_id} and currency = ${currency}`)
}

export interface CreditEntryRow {
  merchant_id: string
  entry_id: string
  customer_id: string
  currency: string
  amount: number
  reason: CreditReason
  subscription_id: string | null
  invoice_id: string | null
  /** The payment whose money it is. */
  payment_id: string | null
  /** False in entries from a release that granted credit without checking the money. */
  names_money: boolean
  /** Amount already returned from that payment when the credit was granted. */
  given_back: number | null
  /** The merchant's reason for a correction. */
  note: string | null
  created: Date
}

export const creditEntries = table<CreditEntryRow>('credit_entries', 'merchant_id', 'entry_id')

const creditEntryColumns = columns<CreditEntryRow>()(`
  merchant_id entry_id customer_id currency amount reason subscription_id invoice_id payment_id
  names_money given_back note created
`)

export const findCreditEntry = finder(creditEntries, creditEntryColumns)

/** Credit by the payment whose money it is. */
export interface Lot {
  readonly payment_id: string | null
  readonly amount: number
}

/** A balance's lots that have something left, oldest first. */
export function findLots(db: Database, merchant_id: string, customer_id: string, currency: string) {
  return db.rows<Lot & { granted: Date }>(sql`
    select payment_id, sum(amount)::bigint as amount, min(created) as granted from credit_entries
    where merchant_id = ${merchant_id} and customer_id = ${customer_id} and currency = ${currency}
    group by payment_id having sum(amount) > 0 order by min(created), min(entry_id)`)
}

export function findEntriesOfInvoices(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<CreditEntryRow>(sql`select ${creditEntryColumns} from credit_entries
    where merchant_id = ${merchant_id} and invoice_id = any(${ids})`)
}

export function findEntriesOfPayments(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<CreditEntryRow>(sql`select ${creditEntryColumns} from credit_entries
    where merchant_id = ${merchant_id} and payment_id = any(${ids}) order by created, entry_id`)
}

/** Amounts spent before they could be taken back, by payment. */
export function findUncollected(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<Lot>(sql`select payment_id, sum(amount)::bigint as amount from credit_entries
    where merchant_id = ${merchant_id} and payment_id = any(${ids}) and reason = 'uncollected'
    group by payment_id`)
}

export function findCreditBalances(db: Database, merchant_id: string, customer_id: string) {
  return db.rows<CreditBalanceRow>(sql`select merchant_id, customer_id, currency, amount, modified_at,
    version from credit_balances where merchant_id = ${merchant_id} and customer_id = ${customer_id}
    order by currency`)
}

export const creditEntryPages = pageSource(creditEntries, creditEntryColumns, {
  indexed: ['customer_id'],
})
