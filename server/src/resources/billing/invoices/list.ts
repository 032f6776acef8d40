import type { Context } from '#kernel/context.ts'
import { readPage } from '#kernel/page.ts'
import { conditionsFor, type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { readInvoiceMoney, toApi } from './read.ts'
import { type Invoice, invoiceFilters, type ListInvoices } from './schema.ts'
import { invoicePages } from './store.ts'

/** A subscription's invoices, newest first. */
export async function listSubscriptionInvoices(
  context: Context,
  subscription_id: string,
  input: ListInvoices,
): Promise<Envelope<Invoice>> {
  const { lists, merchant_id } = context
  const of = { column: 'subscription_id', operator: '=', value: subscription_id } as const
  const conditions = [of, ...conditionsFor(invoiceFilters, input)]
  const request = pageRequest(input)
  const page = await readPage(lists, merchant_id, invoicePages, conditions, request)
  const ids = page?.rows.map(({ invoice_id }) => invoice_id) ?? []
  const money = await readInvoiceMoney(context, ids)
  return envelope(request, page, (row) => toApi(context, row, money(row.invoice_id)))
}
