// Saved payment methods: the masked form is in this table, the instrument itself in the vault.
import { type Demand, demand, type Insert, insert, remove, type Write } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { evictSecret } from '#core/vault/vault.ts'
import {
  type PaymentMethodRow,
  paymentMethods,
  selectFirstSaved,
  selectPaymentMethod,
  selectPaymentMethods,
} from './store.ts'

export { type PaymentMethodRow, paymentMethodPages } from './store.ts'

export type SavedMethod = Omit<PaymentMethodRow, 'version'>

/** Written with the payment that succeeded. */
export function savePaymentMethod(method: SavedMethod): Insert {
  return insert(paymentMethods, { ...method, version: 1 })
}

export async function readPaymentMethod(
  context: Pick<Context, 'db' | 'merchant_id'>,
  payment_method_id: string,
): Promise<PaymentMethodRow> {
  const row = await selectPaymentMethod(context.db, context.merchant_id, payment_method_id)
  if (row === undefined) throw notFound('payment method', payment_method_id)
  return row
}

/** Undefined if it was deleted or belongs to another customer. */
export async function findCustomerMethod(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  customer_id: string,
  payment_method_id: string,
): Promise<PaymentMethodRow | undefined> {
  const row = await selectPaymentMethod(db, merchant_id, payment_method_id)
  return row?.customer_id === customer_id ? row : undefined
}

/** Writes that delete all methods a customer has saved, with their instruments in the vault. */
export async function deletePaymentMethods(
  services: Pick<Services, 'db'>,
  merchant_id: string,
  customer_id: string,
): Promise<Write[]> {
  const rows = await selectPaymentMethods(services.db, merchant_id, customer_id)
  return rows.flatMap(deletePaymentMethod)
}

/** A charge in flight has read the instrument already, and ends as it would have. */
export function deletePaymentMethod(row: PaymentMethodRow): [Write, Write] {
  return [remove(paymentMethods, row), evictSecret(row.merchant_id, row.vault_id)]
}

/** Refuses its commit when the method has been deleted since it was read. */
export function whileSaved(row: PaymentMethodRow): Demand {
  return demand(paymentMethods, row, ['customer_id'])
}

/** All the customer's methods, newest first. */
export function listPaymentMethods(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
  customer_id: string,
): Promise<PaymentMethodRow[]> {
  return selectPaymentMethods(db, merchant_id, customer_id)
}

export function firstSavedMethod(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
  customer_id: string,
  after: Date | null,
): Promise<string | null> {
  return selectFirstSaved(db, merchant_id, customer_id, after)
}
