import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { mayUse } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { type EmailDelivery, PaymentLink } from './schema.ts'
import { findPaymentLink, type PaymentLinkRow } from './store.ts'

export async function readPaymentLink(
  context: Pick<Context, 'db' | 'merchant_id' | 'caller'>,
  payment_link_id: string,
): Promise<PaymentLinkRow> {
  const row = await findPaymentLink(context.db, context.merchant_id, payment_link_id)
  if (row === undefined || !mayUse(context, row.profile_id)) {
    throw notFound('payment link', payment_link_id)
  }
  return row
}

export function toApi(row: PaymentLinkRow): PaymentLink {
  return project(PaymentLink, { ...row, link_to_pay: row.url, email_delivery: toDelivery(row) })
}

function toDelivery(row: PaymentLinkRow): EmailDelivery | null {
  const { mail_status: status, mail_attempts: attempts, mail_error: error } = row
  return status && { status, attempts, error, sent_at: row.mail_sent_at }
}
