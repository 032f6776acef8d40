import type { Context } from '#kernel/context.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { CustomerEntry, customerFilters, type ListCustomers } from './schema.ts'
import { customerPages } from './store.ts'

const toApi = (row: CustomerEntry) => project(CustomerEntry, row)
const list = { source: customerPages, filters: customerFilters, toApi }

export function listCustomers(
  context: Context,
  input: ListCustomers,
): Promise<Envelope<CustomerEntry>> {
  return readList(context, list, input)
}
