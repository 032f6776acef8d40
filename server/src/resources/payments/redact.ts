import type { Redaction } from '#resources/customers/redacted.ts'
import { findPayment, paymentPages, type PaymentRow, payments } from './store.ts'

export const paymentRedaction: Redaction<PaymentRow> = {
  pages: paymentPages,
  find: findPayment,
  table: payments,
  fields: ['email', 'name', 'phone', 'phone_country_code', 'billing', 'shipping', 'browser_info'],
}
