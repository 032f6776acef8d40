import type { Context } from '#kernel/context.ts'
import { leasedConnectors } from '#resources/accounts/connectors/read.ts'
import { readProfile } from '#resources/accounts/profiles/read.ts'
import { decideRoute, mismatch, refusal, type RoutedPayment } from './decide.ts'
import { leasedRouting } from './read.ts'
import type { SimulatedRouting, SimulateRouting } from './schema.ts'

/** Decides as a payment would be decided, and explains it. Nothing is stored. */
export async function simulateRouting(
  context: Context,
  profile_id: string,
  input: SimulateRouting,
): Promise<SimulatedRouting> {
  await readProfile(context, profile_id)
  const stored = await leasedRouting(context, context.merchant_id, profile_id)
  const { rules = stored.rules, default: fallback = stored.fallback } = input
  const accounts = await leasedConnectors(context, context.merchant_id)
  const payment: RoutedPayment = {
    payment_id: input.payment_id ?? 'simulated',
    profile_id,
    payment_method_type: input.payment_method_type,
    currency: input.currency,
    amount: input.amount,
    capture_method: input.capture_method ?? 'automatic',
    card_network: input.card_network ?? null,
    card_country: input.card_country ?? null,
    billing_country: input.billing_country ?? null,
    metadata: input.metadata ?? {},
    card_entry: null,
    pinned_to: null,
  }
  const decided = decideRoute({ ...stored, rules, fallback }, accounts, payment)
  const tested = decided.rule === null ? rules : rules.slice(0, decided.rule + 1)
  return {
    matched_rule: decided.rule,
    rules: tested.map(({ name = null, when }, rule) => {
      const reason = mismatch(when, payment) ?? null
      return { rule, name, matched: reason === null, reason }
    }),
    accounts: accounts.map((account) => {
      const { connector_id, connector_label } = account
      const place = decided.accounts.indexOf(account) + 1 || null
      const reason = place === null ? (refusal(account, payment) ?? NOT_NAMED) : null
      return { connector_id, connector_label, place, reason }
    }),
  }
}

const NOT_NAMED = 'The rule does not name it.'
