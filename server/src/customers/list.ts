import type { Context } from '../kernel/context.ts'
import { type Envelope, envelope, pageRequest, valuesOf } from '../http/lists.ts'
import type { CustomerEntry, ListCustomers } from './schema.ts'
import { pageOfCustomers } from './store.ts'

export async function listCustomers(
  context: Context,
  input: ListCustomers,
): Promise<Envelope<CustomerEntry>> {
  const request = pageRequest(input)
  const filter = { ...input, customer_id: valuesOf(input, 'customer_id') }
  const page = await pageOfCustomers(context.db, context.merchant_id, filter, request)
  return envelope(request, page, (row) => row)
}
