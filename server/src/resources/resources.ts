// Every resource, in the order in which the documentation shows them. A new one is a folder, a migration and a line here.
import { analytics } from '#resources/reporting/analytics/resource.ts'
import { apiKeys } from '#resources/accounts/api_keys/resource.ts'
import { audit } from '#resources/accounts/audit/resource.ts'
import { balances } from '#resources/payouts/balances/resource.ts'
import { clockRoutes } from '#resources/reporting/test_clock/routes.ts'
import { connectorRoutes } from '#resources/accounts/connectors/routes.ts'
import { couponRoutes } from '#resources/billing/coupons/routes.ts'
import { creditNotes } from '#resources/billing/credit_notes/resource.ts'
import { customers } from '#resources/payments/customers/resource.ts'
import { disputes } from '#resources/payments/disputes/resource.ts'
import { embeddedRoutes } from '#resources/payments/card_frame/routes.ts'
import { eventStream } from '#resources/notifications/event_stream/resource.ts'
import { eventRoutes } from '#resources/notifications/events/routes.ts'
import { files } from '#resources/payments/files/resource.ts'
import { invoicePageRoutes } from '#resources/billing/invoice_page/routes.ts'
import { invoices } from '#resources/billing/invoices/resource.ts'
import { merchantRoutes } from '#resources/accounts/merchants/routes.ts'
import { passkeyRoutes } from '#resources/people/passkeys/routes.ts'
import { notes } from '#resources/payments/notes/resource.ts'
import { organizationRoutes } from '#resources/accounts/organizations/routes.ts'
import { paymentLinks } from '#resources/payments/payment_links/resource.ts'
import { payments } from '#resources/payments/payments/resource.ts'
import { payouts } from '#resources/payouts/payouts/resource.ts'
import { planRoutes } from '#resources/billing/plans/routes.ts'
import { profiles } from '#resources/accounts/profiles/resource.ts'
import { providerCallbacks } from '#resources/payments/provider_callbacks/resource.ts'
import { refunds } from '#resources/payments/refunds/resource.ts'
import { roleRoutes } from '#resources/people/roles/routes.ts'
import { requests } from '#resources/reporting/requests/resource.ts'
import { routingRoutes } from '#resources/accounts/routing/routes.ts'
import { savedMethodRoutes } from '#resources/payments/saved_methods/routes.ts'
import { search } from '#resources/reporting/search/resource.ts'
import { sessionRoutes } from '#resources/people/sessions/routes.ts'
import { singleSignOnRoutes } from '#resources/people/single_sign_on/routes.ts'
import { mails } from '#resources/notifications/mails/resource.ts'
import { subscriptionMails } from '#resources/billing/subscription_mails/resource.ts'
import { subscriptions } from '#resources/billing/subscriptions/resource.ts'
import { teamMails } from '#resources/people/team_mails/resource.ts'
import { timelineRoutes } from '#resources/reporting/timeline/routes.ts'
import { tokenRoutes } from '#resources/payments/tokens/routes.ts'
import { twoFactor } from '#resources/people/two_factor/resource.ts'
import { userPageRoutes } from '#resources/people/account_pages/routes.ts'
import { userRoutes } from '#resources/people/users/routes.ts'
import { views } from '#resources/reporting/views/resource.ts'
import { webhooks } from '#resources/notifications/webhooks/resource.ts'
import { buildRegistry } from '#resources/resource.ts'

export const registry = buildRegistry([
  { routes: organizationRoutes },
  { routes: merchantRoutes },
  profiles,
  { routes: connectorRoutes },
  { routes: routingRoutes },
  apiKeys,
  audit,
  { routes: userRoutes },
  { routes: roleRoutes },
  { routes: sessionRoutes },
  twoFactor,
  { routes: passkeyRoutes },
  { routes: singleSignOnRoutes },
  customers,
  { routes: savedMethodRoutes },
  { routes: planRoutes },
  { routes: couponRoutes },
  payments,
  refunds,
  disputes,
  notes,
  paymentLinks,
  invoices,
  subscriptionMails,
  subscriptions,
  creditNotes,
  { routes: invoicePageRoutes },
  { routes: embeddedRoutes },
  { routes: tokenRoutes },
  files,
  payouts,
  balances,
  analytics,
  search,
  { routes: timelineRoutes },
  views,
  requests,
  providerCallbacks,
  { routes: clockRoutes },
  { routes: eventRoutes },
  eventStream,
  webhooks,
  mails,
  teamMails,
  { routes: userPageRoutes },
])
