import type { Context } from '#kernel/context.ts'
import { readCustomer, toApi } from './read.ts'
import type { Customer } from './schema.ts'

export async function getCustomer(context: Context, customer_id: string): Promise<Customer> {
  return toApi(await readCustomer(context, customer_id))
}
