import type { Context } from '#kernel/context.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { type CustomerEntry, customerFilters, type ListCustomers } from './schema.ts'
import { customerPages } from './store.ts'

const list = {
  source: customerPages,
  filters: customerFilters,
  toApi: (row: CustomerEntry) => row,
}

export function listCustomers(
  context: Context,
  input: ListCustomers,
): Promise<Envelope<CustomerEntry>> {
  return readList(context, list, input)
}
