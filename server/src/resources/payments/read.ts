import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { findPayment, type PaymentRow } from './store.ts'

export async function readPayment(
  context: Pick<Context, 'db' | 'merchant_id'>,
  payment_id: string,
): Promise<PaymentRow> {
  const row = await findPayment(context.db, context.merchant_id, payment_id)
  if (row === undefined) throw notFound('payment', payment_id)
  return row
}
