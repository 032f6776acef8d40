import type { Context } from '#kernel/context.ts'
import { withDefault } from './default_method.ts'
import { readCustomer } from './read.ts'
import type { Customer } from './schema.ts'

export async function getCustomer(context: Context, customer_id: string): Promise<Customer> {
  return withDefault(context, await readCustomer(context, customer_id))
}
