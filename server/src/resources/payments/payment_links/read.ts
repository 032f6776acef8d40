import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { mayUse, withinProfiles } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import {
  type EmailDelivery,
  type ListPaymentLinks,
  PaymentLink,
  paymentLinkFilters,
} from './schema.ts'
import { findPaymentLink, paymentLinkPages, type PaymentLinkRow } from './store.ts'

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

export async function getPaymentLink(
  context: Context,
  payment_link_id: string,
): Promise<PaymentLink> {
  return toApi(await readPaymentLink(context, payment_link_id))
}

export function listPaymentLinks(
  context: Context,
  input: ListPaymentLinks,
): Promise<Envelope<PaymentLink>> {
  const list = { source: paymentLinkPages, filters: paymentLinkFilters, toApi }
  return readList(context, list, withinProfiles(context, input))
}
