import type { Context } from '#kernel/context.ts'
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
  removed,
} from '#resources/payments/customers/redact_fields.ts'
import type { Sealed } from '#resources/methods/payout_methods/resolve_method.ts'
import { isTerminal } from './state.ts'
import { findPayout, payoutPages, type PayoutRow, payouts } from './store.ts'

const redaction: Redaction<PayoutRow> = {
  table: payouts,
  find: findPayout,
  content: 'payout_details',
  fields: {
    email: redacted,
    name: redacted,
    phone: redacted,
    phone_country_code: redacted,
    // In events.
    customer: redactedExcept('id'),
    billing: redacted,
    description: redacted,
    cancellation_reason: redacted,
    payout_method_data: redactedExcept('last4', 'payout_method_type'),
    metadata: emptied,
    browser_info: removed,
    return_url: removed,
  },
  isOpen: ({ status }) => !isTerminal(status),
  // The recipient may be on the payout link page.
  needed: ['return_url'],
  elsewhere,
}

/**
 * An open payout needs the account to pay to, and nothing else that is sealed; the account is deleted when the payout
 * ends. It is not saved for later payouts.
 */
async function elsewhere(context: Context, row: PayoutRow): Promise<Elsewhere<PayoutRow>> {
  const { merchant_id, vault_id, status } = row
  if (isTerminal(status)) return { set: {}, writes: [] }
  const set = row.recurring ? { recurring: false } : {}
  const sealed =
    vault_id === null ? undefined : await context.vault.get<Sealed>(merchant_id, vault_id)
  if (vault_id === null || !sealed) return { set, writes: [] }
  const { tax_registration_id, document_details, ...account } = sealed
  if (tax_registration_id === undefined && document_details === undefined)
    return { set, writes: [] }
  const vaulted = await context.vault.put(merchant_id, account, null)
  return {
    set: { ...set, vault_id: vaulted.vault_id },
    writes: [vaulted.write, evictSecret(merchant_id, vault_id)],
  }
}

export const redactPayouts = redactRows(redaction, payoutPages)
