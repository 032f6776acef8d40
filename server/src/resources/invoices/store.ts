import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pagesOf } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Billing } from '#http/money_fields.ts'
import type { Invoice } from './schema.ts'
import type { InvoiceStatus } from './state.ts'

export interface InvoiceRow
  extends Omit<Invoice, 'id' | 'status' | 'hosted_invoice_url' | 'invoice_pdf'> {
  invoice_id: string
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
  exhausted_method_id unified_code next_attempt_at created modified_at version
`)

export const findInvoice = finder(invoices, invoiceColumns)

export function findInvoicesById(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<InvoiceRow>(sql`select ${invoiceColumns} from invoices
    where merchant_id = ${merchant_id} and invoice_id = any(${ids})`)
}

export const invoicePages = pagesOf(invoices, invoiceColumns, {
  indexed: ['subscription_id', 'customer_id'],
})

/** Of all merchants, the oldest first. */
export function findUnnumbered(db: Database, limit: number) {
  return db.rows<InvoiceRow>(sql`select ${invoiceColumns} from invoices
    where number_due is not null order by number_due, merchant_id, invoice_id limit ${limit}`)
}

export interface InvoiceNumbersRow {
  merchant_id: string
  year: number
  last: number
  version: number
}

export const invoiceNumbers = table<InvoiceNumbersRow>('invoice_numbers', 'merchant_id', 'year')

export function findLastNumber(db: Database, merchant_id: string, year: number) {
  return db.first<InvoiceNumbersRow>(sql`select merchant_id, year, last, version from invoice_numbers
    where merchant_id = ${merchant_id} and year = ${year}`)
}

/** A payment of an invoice: open until it has ended. */
export interface InvoicePaymentRow {
  merchant_id: string
  payment_id: string
  invoice_id: string
  subscription_id: string
  status: 'open' | 'paid' | 'released'
  created: Date
  version: number
}

export const invoicePayments = table<InvoicePaymentRow>(
  'invoice_payments',
  'merchant_id',
  'payment_id',
)

const invoicePaymentColumns = columns<InvoicePaymentRow>()(`
  merchant_id payment_id invoice_id subscription_id status created version
`)

export const findInvoicePayment = finder(invoicePayments, invoicePaymentColumns)

/** Those of the payments that belong to an invoice and have not ended for it. */
export function findOpenPayments(
  db: Database,
  of: readonly { merchant_id: string; payment_id: string }[],
) {
  const merchants = of.map(({ merchant_id }) => merchant_id)
  const ids = of.map(({ payment_id }) => payment_id)
  return db.rows<InvoicePaymentRow>(sql`select ${invoicePaymentColumns.of('p')}
    from unnest(${merchants}::text[], ${ids}::text[]) as of(merchant_id, payment_id)
    join invoice_payments p on p.merchant_id = of.merchant_id collate "C"
      and p.payment_id = of.payment_id collate "C" where p.status = 'open'`)
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
  reason: 'plan_change' | 'cancellation' | 'applied' | 'returned' | 'late_payment'
  subscription_id: string
  invoice_id: string | null
  created: Date
}

export const creditEntries = table<CreditEntryRow>('credit_entries', 'merchant_id', 'entry_id')

const creditEntryColumns = columns<CreditEntryRow>()(`
  merchant_id entry_id customer_id currency amount reason subscription_id invoice_id created
`)

export function findCreditBalances(db: Database, merchant_id: string, customer_id: string) {
  return db.rows<CreditBalanceRow>(sql`select merchant_id, customer_id, currency, amount, modified_at,
    version from credit_balances where merchant_id = ${merchant_id} and customer_id = ${customer_id}
    order by currency`)
}

export const creditEntryPages = pagesOf(creditEntries, creditEntryColumns, {
  indexed: ['customer_id'],
})
