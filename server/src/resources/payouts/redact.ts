import type { Redaction } from '#resources/customers/redacted.ts'
import { findPayout, payoutPages, type PayoutRow, payouts } from './store.ts'

export const payoutRedaction: Redaction<PayoutRow> = {
  pages: payoutPages,
  find: findPayout,
  table: payouts,
  fields: [
    'email',
    'name',
    'phone',
    'phone_country_code',
    'billing',
    // A method shows the name of its holder.
    'payout_method_data',
    'browser_info',
  ],
}
