import type { Context } from '#kernel/context.ts'
import {
  type Elsewhere,
  type Redaction,
  redactRows,
} from '#resources/payments/customers/redact_rows.ts'
import {
  emptied,
  redacted,
  redactedExcept,
  removed,
} from '#resources/payments/customers/redact_fields.ts'
import { advance } from './lifecycle.ts'
import { findPaymentLink, paymentLinkPages, type PaymentLinkRow, paymentLinks } from './store.ts'

const redaction: Redaction<PaymentLinkRow> = {
  table: paymentLinks,
  find: findPaymentLink,
  content: 'payment_link_details',
  fields: {
    // Null, so that nothing is sent to it.
    email: removed,
    description: redacted,
    order_details: redactedExcept('currency'),
    sold_out_message: redacted,
    metadata: emptied,
  },
  // A link without a customer has no addressee: only its e-mail address names a person.
  isOpen: ({ status, customer_id }) => status === 'active' && customer_id === null,
  needed: ['description', 'order_details', 'sold_out_message', 'metadata'],
  elsewhere: endLink,
}

/** A deleted customer's link can no longer be paid. */
async function endLink({ now }: Context, link: PaymentLinkRow): Promise<Elsewhere<PaymentLinkRow>> {
  if (link.customer_id === null || link.status !== 'active') return { set: {}, writes: [] }
  const { status, expire_at, modified_at } = advance(link, 'deactivate', {}, now).row
  return { set: { status, expire_at, modified_at }, writes: [] }
}

export const redactPaymentLinks = redactRows(redaction, paymentLinkPages)
