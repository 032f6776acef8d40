// The books: one merchant's rows, as table lines.
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import type { InvoiceStatus } from '#resources/billing/invoices/state.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import type { Shop } from '#testing/harness.ts'
import { day, decimal } from './notation.ts'

/** In a ledger's words. */
const words: Readonly<Record<InvoiceStatus, string>> = {
  invoice_created: 'open',
  payment_pending: 'pending',
  payment_pending_timeout: 'timed out',
  payment_succeeded: 'paid too late',
  payment_failed: 'failed',
  payment_canceled: 'canceled',
  invoice_paid: 'paid',
  manual_review: 'in review',
  voided: 'voided',
}

export function readRows<Row>(
  { services, merchant }: Shop,
  statement: string,
  ...values: unknown[]
): Promise<Row[]> {
  return services.db.run(statement, [merchant.merchant_id, ...values]) as Promise<Row[]>
}

export function invoicesOf(shop: Shop, customer_id: string | null): Promise<InvoiceRow[]> {
  return readRows<InvoiceRow>(
    shop,
    `select * from invoices where merchant_id = $1 and customer_id = coalesce($2, customer_id)
      order by created, period_start, invoice_id`,
    customer_id,
  )
}

/** `2027-01-31  10.00 EUR  paid`, and what is special about it. */
export function invoiceLine(row: InvoiceRow): string {
  const { currency, created, paid_at, credit_applied, credit_granted } = row
  const isLate = paid_at !== null && day(paid_at) !== day(created)
  const notes = [
    ...(isLate ? [` on ${day(paid_at)}`] : []),
    ...(credit_applied > 0 ? [`, ${decimal(credit_applied, currency)} by credit`] : []),
    ...(credit_granted > 0 ? [`, ${decimal(credit_granted, currency)} to credit`] : []),
  ]
  const { amount, status } = row
  return `${day(created)} ${decimal(amount, currency)} ${currency} ${words[status]}${notes.join('')}`
}

/** `2027-01-31  to 2027-02-28  10.00 EUR  paid`. */
export function periodLine({ period_start, period_end, ...row }: InvoiceRow): string {
  const { amount, currency, status } = row
  const period = `${day(period_start)} to ${day(period_end)}`
  return `${period} ${decimal(amount, currency)} ${currency} ${words[status]}`
}

/** `unused_time  -5.00`. */
export function itemLines({ line_items, currency }: InvoiceRow): string[] {
  return line_items.map(({ item_type, amount }) => `${item_type} ${decimal(amount, currency)}`)
}

export function paymentsOf(shop: Shop): Promise<PaymentRow[]> {
  return readRows<PaymentRow>(
    shop,
    `select p.* from payments p join steps on of = 'payments' and id = payment_id
      where merchant_id = $1 order by n`,
  )
}

/** `2027-01-31  10.00 EUR  4242  failed UE_1001`. */
export function paymentLine(row: PaymentRow): string {
  const { created, amount, currency, status, unified_code, payment_method_data: data } = row
  const card = (data?.['card'] ?? {}) as { last4?: string }
  const outcome = unified_code === null ? status : `${status} ${unified_code}`
  return `${day(created)} ${decimal(amount, currency)} ${currency} ${card.last4 ?? '-'} ${outcome}`
}

export async function mailLines(shop: Shop): Promise<string[]> {
  const rows = await readRows<{ created: Date; kind: string }>(
    shop,
    'select created, kind from mails where merchant_id = $1 and email is null order by created, kind',
  )
  return rows.map(({ created, kind }) => `${day(created)} ${kind}`)
}

interface Entry {
  created: Date
  amount: number
  currency: string
  reason: string
}

/** `2027-02-14  5.00 EUR  plan_change`. */
export async function creditLines(shop: Shop, customer_id: string): Promise<string[]> {
  const rows = await readRows<Entry>(
    shop,
    `select created, amount, currency, reason from credit_entries
      where merchant_id = $1 and customer_id = $2 order by created, amount, entry_id`,
    customer_id,
  )
  return rows.map(
    ({ created, amount, currency, reason }) =>
      `${day(created)} ${decimal(amount, currency)} ${currency} ${reason}`,
  )
}

export async function statusOf(shop: Shop, customer_id: string): Promise<string> {
  const [row] = await readRows<{ status: string }>(
    shop,
    `select status from subscriptions where merchant_id = $1 and customer_id = $2
      order by created desc, subscription_id desc limit 1`,
    customer_id,
  )
  return row?.status ?? 'none'
}
