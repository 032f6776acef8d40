import type { Context } from '#kernel/context.ts'
import { readInvoice, readInvoiceMoney, toApi } from './read.ts'
import type { Invoice } from './schema.ts'

export async function getInvoice(context: Context, invoice_id: string): Promise<Invoice> {
  const row = await readInvoice(context, invoice_id)
  const money = await readInvoiceMoney(context, [invoice_id])
  return toApi(context, row, money(invoice_id))
}
