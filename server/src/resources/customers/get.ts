import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { type CustomerRow, findCustomer } from './store.ts'

export async function getCustomer(context: Context, customer_id: string): Promise<CustomerRow> {
  const row = await findCustomer(context.db, context.merchant_id, customer_id)
  if (row === undefined) throw notFound('customer', customer_id)
  return row
}
