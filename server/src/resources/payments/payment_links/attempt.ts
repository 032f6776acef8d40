// One click on Pay. Its payment is found again by the attempt_id, which only the browser that made it knows.
import { type Context, NOBODY } from '#kernel/context.ts'
import { derivedId } from '#kernel/ids.ts'
import { notFound } from '#errors.ts'
import { clientSecret } from '#http/client_access.ts'
import { project } from '#http/fields.ts'
import { findPaymentOfLink } from '#resources/payments/payments/read.ts'
import type { Payment } from '#resources/payments/payments/schema.ts'
import { readOpenLink } from './open.ts'
import { PagePayment } from './page_schema.ts'
import type { PaymentLinkRow } from './store.ts'

/** The payment id is derived from the attempt, so a repeat finds it. */
export function derivePaymentId(link: PaymentLinkRow, attempt_id: string): string {
  return derivedId('pay', `${link.payment_link_id}:${attempt_id}`, link.created)
}

/** With the client_secret, for the browser that makes the payment. */
export function toPage(
  context: Context,
  { merchant_id }: Pick<PaymentLinkRow, 'merchant_id'>,
  payment: Pick<Payment, 'payment_id'>,
): PagePayment {
  const scopes = ['payments:write']
  const caller = { ...NOBODY, scopes }
  const id = payment.payment_id
  const client_secret = clientSecret({ ...context, caller }, 'payment', { merchant_id, id })
  return project(PagePayment, { ...payment, client_secret })
}

/** For a browser that lost the answer, or was reloaded while it waited. */
export async function getAttempt(
  context: Context,
  { payment_link_id, attempt_id }: { payment_link_id: string; attempt_id: string },
): Promise<PagePayment> {
  const { shopper, link } = await readOpenLink(context, payment_link_id)
  const payment_id = derivePaymentId(link, attempt_id)
  const payment = await findPaymentOfLink(shopper, payment_link_id, payment_id)
  if (!payment) throw notFound('attempt', attempt_id)
  return toPage(context, link, payment)
}
