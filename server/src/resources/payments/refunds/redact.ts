import { redactRows } from '#resources/payments/customers/redact_rows.ts'
import { emptied, redacted } from '#resources/payments/customers/redact_fields.ts'
import { ofPayments } from '#resources/payments/payments/read.ts'
import { findRefund, refundPages, refunds } from './store.ts'

const redaction = {
  table: refunds,
  find: findRefund,
  content: 'refund_details',
  fields: { reason: redacted, metadata: emptied },
} as const

export const redactRefunds = redactRows(redaction, refundPages, ofPayments)
