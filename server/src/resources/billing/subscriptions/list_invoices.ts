import type { Context } from '#kernel/context.ts'
import type { Envelope } from '#http/lists.ts'
import { listSubscriptionInvoices } from '#resources/billing/invoices/read.ts'
import type { Invoice, ListSubscriptionInvoices } from '#resources/billing/invoices/schema.ts'
import { readRequested } from './read.ts'

export async function listInvoices(
  context: Context,
  subscription_id: string,
  input: ListSubscriptionInvoices,
): Promise<Envelope<Invoice>> {
  await readRequested(context, subscription_id)
  return listSubscriptionInvoices(context, subscription_id, input)
}
