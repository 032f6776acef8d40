// Every resource, in the order in which the documentation shows them. A new one is a folder, a migration and a line here.
import { analytics } from '#resources/reporting/analytics/resource.ts'
import { apiKeys } from '#resources/accounts/api_keys/resource.ts'
import { audit } from '#resources/accounts/audit/resource.ts'
import { balances } from '#resources/payouts/balances/resource.ts'
import { clock } from '#resources/reporting/test_clock/resource.ts'
import { coupons } from '#resources/billing/coupons/resource.ts'
import { creditNotes } from '#resources/billing/credit_notes/resource.ts'
import { customers } from '#resources/payments/customers/resource.ts'
import { disputes } from '#resources/payments/disputes/resource.ts'
import { embedded } from '#resources/payments/card_frame/resource.ts'
import { events } from '#resources/notifications/events/resource.ts'
import { files } from '#resources/payments/files/resource.ts'
import { invoicePage } from '#resources/billing/invoice_page/resource.ts'
import { invoices } from '#resources/billing/invoices/resource.ts'
import { merchants } from '#resources/accounts/merchants/resource.ts'
import { passkeys } from '#resources/people/passkeys/resource.ts'
import { organizations } from '#resources/accounts/organizations/resource.ts'
import { paymentLinks } from '#resources/payments/payment_links/resource.ts'
import { payments } from '#resources/payments/payments/resource.ts'
import { payouts } from '#resources/payouts/payouts/resource.ts'
import { plans } from '#resources/billing/plans/resource.ts'
import { profiles } from '#resources/accounts/profiles/resource.ts'
import { providerCallbacks } from '#resources/payments/provider_callbacks/resource.ts'
import { refunds } from '#resources/payments/refunds/resource.ts'
import { roles } from '#resources/people/roles/resource.ts'
import { savedMethods } from '#resources/payments/saved_methods/resource.ts'
import { sessions } from '#resources/people/sessions/resource.ts'
import { singleSignOn } from '#resources/people/single_sign_on/resource.ts'
import { subscriptionMails } from '#resources/billing/subscription_mails/resource.ts'
import { subscriptions } from '#resources/billing/subscriptions/resource.ts'
import { teamMails } from '#resources/people/team_mails/resource.ts'
import { tokens } from '#resources/payments/tokens/resource.ts'
import { twoFactor } from '#resources/people/two_factor/resource.ts'
import { userPages } from '#resources/people/account_pages/resource.ts'
import { users } from '#resources/people/users/resource.ts'
import { webhooks } from '#resources/notifications/webhooks/resource.ts'
import { buildRegistry } from '#resources/resource.ts'

export const registry = buildRegistry([
  organizations,
  merchants,
  profiles,
  apiKeys,
  audit,
  users,
  roles,
  sessions,
  twoFactor,
  passkeys,
  singleSignOn,
  customers,
  savedMethods,
  plans,
  coupons,
  payments,
  refunds,
  disputes,
  paymentLinks,
  invoices,
  subscriptionMails,
  subscriptions,
  creditNotes,
  invoicePage,
  embedded,
  tokens,
  files,
  payouts,
  balances,
  analytics,
  providerCallbacks,
  clock,
  events,
  webhooks,
  teamMails,
  userPages,
])
