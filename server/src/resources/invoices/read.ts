import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { mayUse } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { pageUrl } from './page_url.ts'
import { Invoice } from './schema.ts'
import { findInvoice, findInvoicesById, type InvoiceRow } from './store.ts'

export type { CreditBalanceRow, InvoicePaymentRow, InvoiceRow } from './store.ts'

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

export function findInvoiceOf(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  invoice_id: string,
): Promise<InvoiceRow | undefined> {
  return findInvoice(db, merchant_id, invoice_id)
}

export function toApi(context: Pick<Context, 'keyring'>, row: InvoiceRow): Invoice {
  const hosted_invoice_url = pageUrl(context, row)
  const invoice_pdf = `${hosted_invoice_url}/pdf`
  return project(Invoice, { ...row, id: row.invoice_id, hosted_invoice_url, invoice_pdf })
}
