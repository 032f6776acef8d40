import type { Context } from '#kernel/context.ts'
import { redactIntents } from '#core/operations/redact_intents.ts'
import { evictSecret } from '#core/vault/vault.ts'
import {
  type Elsewhere,
  type Redaction,
  redactRows,
} from '#resources/payments/customers/redact_rows.ts'
import {
  emptied,
  redacted,
  redactedExcept,
  redactFields,
  removed,
} from '#resources/payments/customers/redact_fields.ts'
import { isTerminal, type PaymentStatus } from './state.ts'
import { findPayment, paymentPages, type PaymentRow, payments } from './store.ts'

/** The brand and the ends of a card number match a payment with a statement or a dispute; they identify no one. */
const fields = {
  email: redacted,
  name: redacted,
  phone: redacted,
  phone_country_code: redacted,
  billing: redacted,
  shipping: redacted,
  description: redacted,
  cancellation_reason: redacted,
  payment_method_data: redactedExcept('last4', 'bin', 'brand', 'network'),
  order_details: redactedExcept('currency'),
  merchant_decision: redactedExcept('decision', 'decided_at', 'reviewer'),
  metadata: emptied,
  browser_info: removed,
  return_url: removed,
}

/** Without an instrument nothing happens to such a payment any more, and it never ends by itself. */
const UNCONFIRMED: ReadonlySet<PaymentStatus> = new Set([
  'requires_payment_method',
  'requires_confirmation',
])

const redaction: Redaction<PaymentRow> = {
  table: payments,
  find: findPayment,
  content: 'payment_details',
  fields,
  isOpen: ({ status }) => !isTerminal(status) && !UNCONFIRMED.has(status),
  // The customer may be on the bank's page.
  needed: ['return_url'],
  elsewhere,
}

/** The instrument in the vault, unless a call is using it, and the reasons that operations have copied. */
async function elsewhere(context: Context, row: PaymentRow): Promise<Elsewhere<PaymentRow>> {
  const { merchant_id, payment_id, vault_id, operation_id } = row
  const intents = await redactIntents(context, merchant_id, payment_id, redactIntent)
  if (vault_id === null || operation_id !== null) return { set: {}, writes: intents }
  return { set: { vault_id: null }, writes: [...intents, evictSecret(merchant_id, vault_id)] }
}

function redactIntent(intent: { set?: object }): object {
  if (intent.set === undefined) return intent
  return { ...intent, set: { ...intent.set, ...redactFields(fields, intent.set) } }
}

export const redactPayments = redactRows(redaction, paymentPages)
