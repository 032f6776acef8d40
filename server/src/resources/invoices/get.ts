import type { Context } from '#kernel/context.ts'
import { readInvoice, toApi } from './read.ts'
import type { Invoice } from './schema.ts'

export async function getInvoice(context: Context, invoice_id: string): Promise<Invoice> {
  return toApi(context, await readInvoice(context, invoice_id))
}
