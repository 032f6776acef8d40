// The kinds of timeline entries, each with the scope that its own list takes.
import type { Scope } from '#http/authenticate.ts'

export const kinds = {
  payment: 'payments:read',
  refund: 'refunds:read',
  dispute: 'disputes:read',
  payout: 'payouts:read',
  payment_link: 'payment_links:read',
  subscription: 'subscriptions:read',
  invoice: 'subscriptions:read',
  payment_method: 'customers:read',
  note: 'customers:read',
  customer: 'customers:read',
  customer_change: 'customers:read',
} as const satisfies Record<string, Scope>

export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[]
