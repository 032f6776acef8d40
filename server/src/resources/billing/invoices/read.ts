import type { Context } from '#kernel/context.ts'
import { type Condition, readPage } from '#kernel/page.ts'
import { notFound } from '#errors.ts'
import { mayUse, withinProfiles } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { conditionsFor, type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { claimsOnInvoices } from '#resources/payments/payments/claims.ts'
import { findPayments, type PaymentRow } from '#resources/payments/payments/read.ts'
import { type CreditNoteRow, findCreditNotes } from './credit_notes_store.ts'
import { creditNotePdf, pageUrl } from './page_url.ts'
import {
  CreditNote,
  Invoice,
  invoiceFilters,
  type ListInvoices,
  type ListSubscriptionInvoices,
  subscriptionInvoiceFilters,
} from './schema.ts'
import { findInvoice, findInvoicesById, invoicePages, type InvoiceRow } from './store.ts'

export type { CreditNoteRow } from './credit_notes_store.ts'
export type { CreditBalanceRow, InvoiceRow } from './store.ts'

export async function readInvoice(
  context: Pick<Context, 'db' | 'merchant_id' | 'caller'>,
  invoice_id: string,
): Promise<InvoiceRow> {
  const row = await findInvoice(context.db, context.merchant_id, invoice_id)
  if (row === undefined || !mayUse(context, row.profile_id)) throw notFound('invoice', invoice_id)
  return row
}

export async function findInvoices(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  ids: readonly string[],
): Promise<InvoiceRow[]> {
  return ids.length === 0 ? [] : findInvoicesById(db, merchant_id, ids)
}

export function findMerchantInvoice(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  invoice_id: string,
): Promise<InvoiceRow | undefined> {
  return findInvoice(db, merchant_id, invoice_id)
}

/** Amounts that an invoice's payments have received, and returns from them. */
export interface InvoiceMoney
  extends Pick<Invoice, 'amount_received' | 'amount_refunded' | 'amount_disputed'> {
  /** Oldest first. */
  readonly credit_notes: readonly CreditNoteRow[]
}

/** Read from the payments, so that it is never behind them. */
export async function readInvoiceMoney(
  context: Pick<Context, 'db' | 'merchant_id'>,
  ids: readonly string[],
): Promise<(invoice_id: string) => InvoiceMoney> {
  if (ids.length === 0) return () => sumMoney([], [])
  const { db, merchant_id } = context
  const [claims, notes] = await Promise.all([
    claimsOnInvoices(context, ids),
    findCreditNotes(db, merchant_id, ids),
  ])
  const payment_ids = claims.map(({ payment_id }) => payment_id)
  const paidFor = Map.groupBy(await findPayments(context, payment_ids), (row) => row.invoice_id)
  const notesOn = Map.groupBy(notes, (row) => row.invoice_id)
  return (id) => sumMoney(paidFor.get(id) ?? [], notesOn.get(id) ?? [])
}

function sumMoney(payments: readonly PaymentRow[], notes: readonly CreditNoteRow[]): InvoiceMoney {
  const total = (of: (row: PaymentRow) => number) => payments.reduce((sum, row) => sum + of(row), 0)
  return {
    amount_received: total((row) => row.amount_received),
    amount_refunded: total((row) => row.amount_refunded),
    amount_disputed: total((row) => row.amount_disputed ?? 0),
    credit_notes: notes,
  }
}

function toApi(context: Pick<Context, 'keyring'>, row: InvoiceRow, money: InvoiceMoney): Invoice {
  const hosted_invoice_url = pageUrl(context, row)
  const invoice_pdf = `${hosted_invoice_url}/pdf`
  const credit_notes = money.credit_notes.map((note) => {
    const credit_note_pdf = creditNotePdf(hosted_invoice_url, note.credit_note_id)
    return project(CreditNote, { ...note, credit_note_pdf })
  })
  const urls = { hosted_invoice_url, invoice_pdf }
  return project(Invoice, { ...row, ...money, ...urls, credit_notes, id: row.invoice_id })
}

export async function getInvoice(context: Context, invoice_id: string): Promise<Invoice> {
  const row = await readInvoice(context, invoice_id)
  const money = await readInvoiceMoney(context, [invoice_id])
  return toApi(context, row, money(invoice_id))
}

export function listInvoices(context: Context, input: ListInvoices): Promise<Envelope<Invoice>> {
  const conditions = conditionsFor(invoiceFilters, withinProfiles(context, input))
  return readInvoices(context, conditions, input)
}

/** The caller has checked that it may read the subscription. */
export function listSubscriptionInvoices(
  context: Context,
  subscription_id: string,
  input: ListSubscriptionInvoices,
): Promise<Envelope<Invoice>> {
  const of = { column: 'subscription_id', operator: '=', value: subscription_id } as const
  const conditions = [of, ...conditionsFor(subscriptionInvoiceFilters, input)]
  return readInvoices(context, conditions, input)
}

/** A page and what the payments of its invoices have received. */
async function readInvoices(
  context: Context,
  conditions: readonly Condition[],
  input: ListSubscriptionInvoices,
): Promise<Envelope<Invoice>> {
  const { lists, merchant_id } = context
  const request = pageRequest(input)
  const page = await readPage(lists, merchant_id, invoicePages, conditions, request)
  const ids = page?.rows.map(({ invoice_id }) => invoice_id) ?? []
  const money = await readInvoiceMoney(context, ids)
  return envelope(request, page, (row) => toApi(context, row, money(row.invoice_id)))
}
