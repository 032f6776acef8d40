// Saved payment methods: the masked form is in this table, the instrument itself in the vault.
import { type Insert, insert, remove, type Write } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { evictSecret } from '#core/vault/vault.ts'
import {
  type PaymentMethodRow,
  paymentMethods,
  selectPaymentMethod,
  selectPaymentMethods,
} from './store.ts'

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

/** The writes that delete every saved method of a customer, with its instrument in the vault. */
export async function deletePaymentMethods(
  services: Pick<Services, 'db'>,
  merchant_id: string,
  customer_id: string,
): Promise<Write[]> {
  const rows = await selectPaymentMethods(services.db, merchant_id, customer_id)
  return rows.flatMap((row) => [
    remove(paymentMethods, row),
    evictSecret(merchant_id, row.vault_id),
  ])
}
