// The dashboard's lists that can have saved views: the scope that reading one takes, and the names in its query.
import type { TSchema } from 'typebox'
import type { Scope } from '#http/authenticate.ts'
import { ListAudit } from '#resources/accounts/audit/schema.ts'
import { ListCoupons } from '#resources/billing/coupons/schema.ts'
import { ListInvoices } from '#resources/billing/invoices/schema.ts'
import { ListSubscriptions } from '#resources/billing/subscriptions/schema.ts'
import { ListEvents } from '#resources/notifications/events/schema.ts'
import { ListCustomers } from '#resources/payments/customers/schema.ts'
import { ListDisputes } from '#resources/payments/disputes/schema.ts'
import { ListPaymentLinks } from '#resources/payments/payment_links/schema.ts'
import { ListPayments } from '#resources/payments/payments/filters.ts'
import { ListRefunds } from '#resources/payments/refunds/schema.ts'
import { ListTransfers } from '#resources/payouts/balances/schema.ts'
import { ListPayouts } from '#resources/payouts/payouts/schema.ts'

interface List {
  readonly scope: Scope
  readonly query: TSchema
}

export const lists = {
  payments: { scope: 'payments:read', query: ListPayments },
  refunds: { scope: 'refunds:read', query: ListRefunds },
  disputes: { scope: 'disputes:read', query: ListDisputes },
  payouts: { scope: 'payouts:read', query: ListPayouts },
  customers: { scope: 'customers:read', query: ListCustomers },
  payment_links: { scope: 'payment_links:read', query: ListPaymentLinks },
  subscriptions: { scope: 'subscriptions:read', query: ListSubscriptions },
  invoices: { scope: 'subscriptions:read', query: ListInvoices },
  coupons: { scope: 'subscriptions:read', query: ListCoupons },
  transfers: { scope: 'payouts:read', query: ListTransfers },
  events: { scope: 'webhooks:read', query: ListEvents },
  deliveries: { scope: 'webhooks:read', query: ListEvents },
  audit: { scope: 'api_keys:read', query: ListAudit },
} as const satisfies Record<string, List>

export type ListName = keyof typeof lists
export const listNames = Object.keys(lists) as ListName[]

/** A view has filters and columns; a place in the list is not part of it. */
const PLACE = new Set(['limit', 'offset', 'starting_after', 'ending_before'])
/** Of the dashboard alone: the columns, and a period such as `last_7_days`. */
const OWN = ['columns', 'created']

export function queryNames(list: ListName): readonly string[] {
  const names = Object.keys((lists[list].query as { properties: object }).properties)
  return [...names.filter((name) => !PLACE.has(name)), ...OWN]
}
