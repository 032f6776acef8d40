import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { isClientSecret, SECRET_HEADER } from '#http/client_access.ts'
import { project } from '#http/fields.ts'
import { findPaymentOfLink, type PaymentRow } from '#resources/payments/payments/read.ts'
import { readOpenLink } from './open.ts'
import { PagePaymentStatus } from './page_schema.ts'

/** For the browser that made the payment: it has the client_secret. */
export async function getPagePayment(
  context: Context,
  { payment_link_id, payment_id }: { payment_link_id: string; payment_id: string },
): Promise<PagePaymentStatus> {
  const { shopper } = await readOpenLink(context, payment_link_id)
  const payment = await findPaymentOfLink(shopper, payment_link_id, payment_id)
  return ownPayment(shopper, payment_id, payment)
}

export function ownPayment(
  { merchant_id, keyring, request }: Context,
  payment_id: string,
  payment: PaymentRow | undefined,
): PagePaymentStatus {
  const secret = request?.headers[SECRET_HEADER.toLowerCase()]
  const isOwn =
    typeof secret === 'string' &&
    isClientSecret(keyring, 'payment', { merchant_id, id: payment_id }, secret)
  if (!payment || !isOwn) throw notFound('payment', payment_id)
  return project(PagePaymentStatus, payment)
}
