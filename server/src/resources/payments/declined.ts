import { declineMessage } from '#core/declines.ts'
import type { Declined } from '#core/providers/provider.ts'
import type { PaymentRow } from './store.ts'

/** What a payment shows of a decline. */
export function declined(outcome: Declined): Partial<PaymentRow> {
  const message = declineMessage(outcome.code, outcome.provider_message)
  const { network } = outcome
  return {
    unified_code: outcome.code,
    unified_message: message,
    error_code: outcome.provider_code,
    error_message: outcome.provider_message,
    error_details: {
      unified_details: { category: outcome.code, message },
      issuer_details: network && {
        code: network.code,
        message: network.message,
        network_details: { name: network.name },
      },
      connector_details: {
        code: outcome.provider_code,
        message: outcome.provider_message,
        reason: outcome.reason,
      },
    },
    connector_transaction_id: outcome.transaction_id,
    next_action: null,
    action_before: null,
  }
}
