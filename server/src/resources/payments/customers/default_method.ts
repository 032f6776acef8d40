// A customer's default payment method: the chosen one, or the first saved since there was none. Payments that save a
// card write nothing to the customer, so any number can run at once.
import { type Demand, demand, update, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import {
  firstSavedMethod,
  type PaymentMethodRow,
  readPaymentMethod,
  whileSaved,
} from '#resources/methods/payment_methods/saved.ts'
import type { UpdateCustomer } from './schema.ts'
import { type CustomerRow, customers } from './store.ts'

export async function defaultMethod(context: Context, row: CustomerRow): Promise<string | null> {
  const { merchant_id, customer_id, default_payment_method_id, default_cleared_at } = row
  if (default_payment_method_id !== null) return default_payment_method_id
  return firstSavedMethod(context, merchant_id, customer_id, default_cleared_at)
}

/** Only the customer's own methods can be the default. The commit is refused if the method is deleted meanwhile. */
export async function checkDefault(
  context: Context,
  customer_id: string,
  { default_payment_method_id: chosen }: UpdateCustomer,
): Promise<Demand[]> {
  if (chosen === undefined || chosen === null) return []
  const method = await readPaymentMethod(context, chosen)
  if (method.customer_id !== customer_id) throw notFound('payment method', chosen)
  return [whileSaved(method)]
}

const CHOICE = ['default_payment_method_id', 'default_cleared_at'] as const

/** Deleting the default clears it. Deleting another method is refused if it becomes the default meanwhile. */
export async function withoutMethod(
  context: Context,
  customer: CustomerRow,
  { payment_method_id }: PaymentMethodRow,
): Promise<Write> {
  const isDefault = (await defaultMethod(context, customer)) === payment_method_id
  if (!isDefault) return demand(customers, customer, CHOICE)
  const { now } = context
  const set = { default_payment_method_id: null, default_cleared_at: now, modified_at: now }
  return update(customers, customer, set)
}
