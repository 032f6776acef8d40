// Every resource, in the order in which the documentation shows them. A new one is a folder, a migration and a line here.
import { analytics } from '#resources/analytics/resource.ts'
import { apiKeys } from '#resources/api_keys/resource.ts'
import { audit } from '#resources/audit/resource.ts'
import { balances } from '#resources/balances/resource.ts'
import { clock } from '#resources/clock/resource.ts'
import { coupons } from '#resources/coupons/resource.ts'
import { creditNotes } from '#resources/credit_notes/resource.ts'
import { customers } from '#resources/customers/resource.ts'
import { disputes } from '#resources/disputes/resource.ts'
import { embedded } from '#resources/embedded/resource.ts'
import { events } from '#resources/events/resource.ts'
import { files } from '#resources/files/resource.ts'
import { invoicePage } from '#resources/invoice_page/resource.ts'
import { invoices } from '#resources/invoices/resource.ts'
import { merchants } from '#resources/merchants/resource.ts'
import { passkeys } from '#resources/passkeys/resource.ts'
import { organizations } from '#resources/organizations/resource.ts'
import { paymentLinks } from '#resources/payment_links/resource.ts'
import { payments } from '#resources/payments/resource.ts'
import { payouts } from '#resources/payouts/resource.ts'
import { plans } from '#resources/plans/resource.ts'
import { profiles } from '#resources/profiles/resource.ts'
import { providerCallbacks } from '#resources/provider_callbacks/resource.ts'
import { refunds } from '#resources/refunds/resource.ts'
import { roles } from '#resources/roles/resource.ts'
import { savedMethods } from '#resources/saved_methods/resource.ts'
import { sessions } from '#resources/sessions/resource.ts'
import { singleSignOn } from '#resources/single_sign_on/resource.ts'
import { subscriptionMails } from '#resources/subscription_mails/resource.ts'
import { subscriptions } from '#resources/subscriptions/resource.ts'
import { teamMails } from '#resources/team_mails/resource.ts'
import { tokens } from '#resources/tokens/resource.ts'
import { twoFactor } from '#resources/two_factor/resource.ts'
import { userPages } from '#resources/user_pages/resource.ts'
import { users } from '#resources/users/resource.ts'
import { webhooks } from '#resources/webhooks/resource.ts'
import { registryOf } from '#resources/resource.ts'

export const registry = registryOf([
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
