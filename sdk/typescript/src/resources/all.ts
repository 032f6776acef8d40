// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { Transport } from '../transport.ts'
import { AnalyticsApi } from './analytics.ts'
import { ApiKeysApi } from './api_keys.ts'
import { AuditApi } from './audit.ts'
import { BalancesApi } from './balances.ts'
import { ConnectorsApi } from './connectors.ts'
import { CouponsApi } from './coupons.ts'
import { CustomersApi } from './customers.ts'
import { DisputesApi } from './disputes.ts'
import { EventsApi } from './events.ts'
import { FilesApi } from './files.ts'
import { HealthApi } from './health.ts'
import { InvoicesApi } from './invoices.ts'
import { MerchantsApi } from './merchants.ts'
import { OrganizationsApi } from './organizations.ts'
import { PaymentLinksApi } from './payment_links.ts'
import { PaymentMethodsApi } from './payment_methods.ts'
import { PaymentsApi } from './payments.ts'
import { PayoutsApi } from './payouts.ts'
import { PlansApi } from './plans.ts'
import { ProfilesApi } from './profiles.ts'
import { RefundsApi } from './refunds.ts'
import { RequestsApi } from './requests.ts'
import { RolesApi } from './roles.ts'
import { RoutingApi } from './routing.ts'
import { SandboxApi } from './sandbox.ts'
import { SearchApi } from './search.ts'
import { SubscriptionsApi } from './subscriptions.ts'
import { TeamSettingsApi } from './team_settings.ts'
import { TokensApi } from './tokens.ts'
import { TransfersApi } from './transfers.ts'
import { UsersApi } from './users.ts'

export type * from './analytics.ts'
export type * from './api_keys.ts'
export type * from './audit.ts'
export type * from './balances.ts'
export type * from './connectors.ts'
export type * from './coupons.ts'
export type * from './customers.ts'
export type * from './disputes.ts'
export type * from './events.ts'
export type * from './files.ts'
export type * from './health.ts'
export type * from './invoices.ts'
export type * from './merchants.ts'
export type * from './organizations.ts'
export type * from './payment_links.ts'
export type * from './payment_methods.ts'
export type * from './payments.ts'
export type * from './payouts.ts'
export type * from './plans.ts'
export type * from './profiles.ts'
export type * from './refunds.ts'
export type * from './requests.ts'
export type * from './roles.ts'
export type * from './routing.ts'
export type * from './sandbox.ts'
export type * from './search.ts'
export type * from './subscriptions.ts'
export type * from './team_settings.ts'
export type * from './tokens.ts'
export type * from './transfers.ts'
export type * from './users.ts'

export class Resources {
  readonly analytics: AnalyticsApi
  readonly apiKeys: ApiKeysApi
  readonly audit: AuditApi
  readonly balances: BalancesApi
  readonly connectors: ConnectorsApi
  readonly coupons: CouponsApi
  readonly customers: CustomersApi
  readonly disputes: DisputesApi
  readonly events: EventsApi
  readonly files: FilesApi
  readonly health: HealthApi
  readonly invoices: InvoicesApi
  readonly merchants: MerchantsApi
  readonly organizations: OrganizationsApi
  readonly paymentLinks: PaymentLinksApi
  readonly paymentMethods: PaymentMethodsApi
  readonly payments: PaymentsApi
  readonly payouts: PayoutsApi
  readonly plans: PlansApi
  readonly profiles: ProfilesApi
  readonly refunds: RefundsApi
  readonly requests: RequestsApi
  readonly roles: RolesApi
  readonly routing: RoutingApi
  readonly sandbox: SandboxApi
  readonly search: SearchApi
  readonly subscriptions: SubscriptionsApi
  readonly teamSettings: TeamSettingsApi
  readonly tokens: TokensApi
  readonly transfers: TransfersApi
  readonly users: UsersApi

  constructor(transport: Transport) {
    this.analytics = new AnalyticsApi(transport)
    this.apiKeys = new ApiKeysApi(transport)
    this.audit = new AuditApi(transport)
    this.balances = new BalancesApi(transport)
    this.connectors = new ConnectorsApi(transport)
    this.coupons = new CouponsApi(transport)
    this.customers = new CustomersApi(transport)
    this.disputes = new DisputesApi(transport)
    this.events = new EventsApi(transport)
    this.files = new FilesApi(transport)
    this.health = new HealthApi(transport)
    this.invoices = new InvoicesApi(transport)
    this.merchants = new MerchantsApi(transport)
    this.organizations = new OrganizationsApi(transport)
    this.paymentLinks = new PaymentLinksApi(transport)
    this.paymentMethods = new PaymentMethodsApi(transport)
    this.payments = new PaymentsApi(transport)
    this.payouts = new PayoutsApi(transport)
    this.plans = new PlansApi(transport)
    this.profiles = new ProfilesApi(transport)
    this.refunds = new RefundsApi(transport)
    this.requests = new RequestsApi(transport)
    this.roles = new RolesApi(transport)
    this.routing = new RoutingApi(transport)
    this.sandbox = new SandboxApi(transport)
    this.search = new SearchApi(transport)
    this.subscriptions = new SubscriptionsApi(transport)
    this.teamSettings = new TeamSettingsApi(transport)
    this.tokens = new TokensApi(transport)
    this.transfers = new TransfersApi(transport)
    this.users = new UsersApi(transport)
  }
}
