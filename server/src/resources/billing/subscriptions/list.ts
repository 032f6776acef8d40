import type { Context } from '#kernel/context.ts'
import { readPage } from '#kernel/page.ts'
import { conditionsFor, type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { findInvoices } from '#resources/billing/invoices/read.ts'
import { findPayments } from '#resources/payments/payments/read.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { withoutSecret } from './read.ts'
import { type ListSubscriptions, type Subscription, subscriptionFilters } from './schema.ts'
import { subscriptionPages } from './store.ts'

/** Subscriptions under the profile in X-Profile-Id; their newest invoices and payments take two more reads. */
export async function listSubscriptions(
  context: Context,
  input: ListSubscriptions,
): Promise<Envelope<Subscription>> {
  const { profile_id } = await profileOfRequest(context)
  const { lists, merchant_id } = context
  const own = { column: 'profile_id', operator: '=', value: profile_id } as const
  const conditions = [...conditionsFor(subscriptionFilters, input), own]
  const request = pageRequest(input)
  const page = await readPage(lists, merchant_id, subscriptionPages, conditions, request)
  const { data, ...rest } = envelope(request, page, (row) => row)
  const invoices = await findInvoices(
    context,
    data.map((row) => row.invoice_id),
  )
  const paid = invoices.flatMap(({ payment_id }) => payment_id ?? [])
  const payments = new Map((await findPayments(context, paid)).map((row) => [row.payment_id, row]))
  const byId = new Map(invoices.map((row) => [row.invoice_id, row]))
  const shown = data.flatMap((row) => {
    const invoice = byId.get(row.invoice_id)
    if (invoice === undefined) return []
    return withoutSecret(row, { invoice, payment: payments.get(invoice.payment_id ?? '') })
  })
  return { ...rest, data: shown }
}
