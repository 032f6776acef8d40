// Checks with the provider whether the rail can pay this recipient, before any money moves.
import type { Context } from '#kernel/context.ts'
import { addMs, DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { declineMessage } from '#core/declines.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { payoutAccount } from './account.ts'
import { withFaults } from '#core/operations/perform.ts'
import type { Declined } from '#core/providers/provider.ts'
import type { PayoutCheckOutcome, PayoutInstrument } from '#core/providers/payout.ts'
import type { PayoutTransition } from './state.ts'
import type { PayoutRow } from './store.ts'

/** Time that a recipient has to open an account with the rail. */
const ONBOARDING_MS = 7 * DAY_MS

export async function checkEligibility(
  context: Context,
  payout: PayoutRow,
  instrument: PayoutInstrument,
): Promise<PayoutCheckOutcome> {
  const { merchant_id, amount, currency } = payout
  const { connector_id } = await payoutAccount(context, payout)
  const provider = await findProvider(context, { merchant_id, connector_id })
  const account = withFaults(context, provider, connector_id)
  return account.checkPayout({ amount, currency, instrument })
}

type Reason = Pick<Declined, 'code' | 'provider_code' | 'provider_message'>

/** Error columns for a refused payout. */
export function refusal({ code, provider_code, provider_message }: Reason) {
  return {
    unified_code: code,
    unified_message: declineMessage(code, provider_message),
    error_code: provider_code,
    error_message: provider_message,
  }
}

export const NO_REFUSAL = {
  unified_code: null,
  unified_message: null,
  error_code: null,
  error_message: null,
}

/** The transition when the recipient cannot be paid now. */
export function obstacle(
  reason: 'ineligible' | 'needs_vendor_account',
  reported: Reason,
  now: Date,
): { path: PayoutTransition[]; set: Partial<PayoutRow> } {
  if (reason === 'ineligible') return { path: ['mark_ineligible'], set: refusal(reported) }
  return {
    path: ['await_account'],
    set: { ...refusal(reported), ...checkLater(now), ...onboarding(now) },
  }
}

/** Eligibility is checked again in an hour. */
export function checkLater(now: Date): Partial<PayoutRow> {
  return { fulfill_at: addMs(now, HOUR_MS) }
}

function onboarding(now: Date): Partial<PayoutRow> {
  return { expires_at: addMs(now, ONBOARDING_MS) }
}
