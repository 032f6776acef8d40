import type { Context } from '#kernel/context.ts'
import { readPage } from '#kernel/page.ts'
import { type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { readCustomer } from '#resources/payments/customers/read.ts'
import { paymentMethodPages } from '#resources/methods/payment_methods/saved.ts'
import { readFacts, toApi } from './read.ts'
import type { ListPaymentMethods, PaymentMethod } from './schema.ts'

/** A customer's saved methods, newest first. */
export async function listSavedMethods(
  context: Context,
  customer_id: string,
  input: ListPaymentMethods,
): Promise<Envelope<PaymentMethod>> {
  const customer = await readCustomer(context, customer_id)
  const { lists, merchant_id } = context
  const owner = [{ column: 'customer_id', operator: '=', value: customer_id }] as const
  const request = pageRequest(input)
  const [page, facts] = await Promise.all([
    readPage(lists, merchant_id, paymentMethodPages, owner, request),
    readFacts(context, customer),
  ])
  return envelope(request, page, (row) => toApi(row, facts))
}
