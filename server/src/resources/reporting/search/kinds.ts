// The kinds of objects that can be found, in the order in which equal ranks are shown, and the scopes that they take.
import type { Scope } from '#http/authenticate.ts'

interface Kind {
  readonly scope: Scope
  /** It belongs to a business profile, so a key that is bound to profiles may find it. */
  readonly has_profile: boolean
}

export const kinds = {
  customer: { scope: 'customers:read', has_profile: false },
  coupon: { scope: 'subscriptions:read', has_profile: false },
  plan: { scope: 'subscriptions:read', has_profile: false },
  invoice: { scope: 'subscriptions:read', has_profile: false },
  subscription: { scope: 'subscriptions:read', has_profile: false },
  payment_link: { scope: 'payment_links:read', has_profile: true },
  payment: { scope: 'payments:read', has_profile: true },
  payout: { scope: 'payouts:read', has_profile: true },
  refund: { scope: 'refunds:read', has_profile: true },
  dispute: { scope: 'disputes:read', has_profile: true },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]
