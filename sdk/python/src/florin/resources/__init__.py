# Generated from the route table by `npm run sdk:python`. Do not edit.

from .._transport import AsyncTransport, SyncTransport
from .health import AsyncHealthResource, HealthResource
from .organizations import AsyncOrganizationsResource, OrganizationsResource
from .merchants import AsyncMerchantsResource, MerchantsResource
from .profiles import AsyncProfilesResource, ProfilesResource
from .connectors import AsyncConnectorsResource, ConnectorsResource
from .routing import AsyncRoutingResource, RoutingResource
from .api_keys import AsyncApiKeysResource, ApiKeysResource
from .audit import AsyncAuditResource, AuditResource
from .users import AsyncUsersResource, UsersResource
from .team_settings import AsyncTeamSettingsResource, TeamSettingsResource
from .roles import AsyncRolesResource, RolesResource
from .customers import AsyncCustomersResource, CustomersResource
from .payment_methods import AsyncPaymentMethodsResource, PaymentMethodsResource
from .plans import AsyncPlansResource, PlansResource
from .coupons import AsyncCouponsResource, CouponsResource
from .payments import AsyncPaymentsResource, PaymentsResource
from .refunds import AsyncRefundsResource, RefundsResource
from .disputes import AsyncDisputesResource, DisputesResource
from .payment_links import AsyncPaymentLinksResource, PaymentLinksResource
from .invoices import AsyncInvoicesResource, InvoicesResource
from .subscriptions import AsyncSubscriptionsResource, SubscriptionsResource
from .tokens import AsyncTokensResource, TokensResource
from .files import AsyncFilesResource, FilesResource
from .payouts import AsyncPayoutsResource, PayoutsResource
from .balances import AsyncBalancesResource, BalancesResource
from .transfers import AsyncTransfersResource, TransfersResource
from .analytics import AsyncAnalyticsResource, AnalyticsResource
from .search import AsyncSearchResource, SearchResource
from .requests import AsyncRequestsResource, RequestsResource
from .sandbox import AsyncSandboxResource, SandboxResource
from .events import AsyncEventsResource, EventsResource


class Resources:
    def __init__(self, transport: SyncTransport) -> None:
        self.health = HealthResource(transport)
        self.organizations = OrganizationsResource(transport)
        self.merchants = MerchantsResource(transport)
        self.profiles = ProfilesResource(transport)
        self.connectors = ConnectorsResource(transport)
        self.routing = RoutingResource(transport)
        self.api_keys = ApiKeysResource(transport)
        self.audit = AuditResource(transport)
        self.users = UsersResource(transport)
        self.team_settings = TeamSettingsResource(transport)
        self.roles = RolesResource(transport)
        self.customers = CustomersResource(transport)
        self.payment_methods = PaymentMethodsResource(transport)
        self.plans = PlansResource(transport)
        self.coupons = CouponsResource(transport)
        self.payments = PaymentsResource(transport)
        self.refunds = RefundsResource(transport)
        self.disputes = DisputesResource(transport)
        self.payment_links = PaymentLinksResource(transport)
        self.invoices = InvoicesResource(transport)
        self.subscriptions = SubscriptionsResource(transport)
        self.tokens = TokensResource(transport)
        self.files = FilesResource(transport)
        self.payouts = PayoutsResource(transport)
        self.balances = BalancesResource(transport)
        self.transfers = TransfersResource(transport)
        self.analytics = AnalyticsResource(transport)
        self.search = SearchResource(transport)
        self.requests = RequestsResource(transport)
        self.sandbox = SandboxResource(transport)
        self.events = EventsResource(transport)


class AsyncResources:
    def __init__(self, transport: AsyncTransport) -> None:
        self.health = AsyncHealthResource(transport)
        self.organizations = AsyncOrganizationsResource(transport)
        self.merchants = AsyncMerchantsResource(transport)
        self.profiles = AsyncProfilesResource(transport)
        self.connectors = AsyncConnectorsResource(transport)
        self.routing = AsyncRoutingResource(transport)
        self.api_keys = AsyncApiKeysResource(transport)
        self.audit = AsyncAuditResource(transport)
        self.users = AsyncUsersResource(transport)
        self.team_settings = AsyncTeamSettingsResource(transport)
        self.roles = AsyncRolesResource(transport)
        self.customers = AsyncCustomersResource(transport)
        self.payment_methods = AsyncPaymentMethodsResource(transport)
        self.plans = AsyncPlansResource(transport)
        self.coupons = AsyncCouponsResource(transport)
        self.payments = AsyncPaymentsResource(transport)
        self.refunds = AsyncRefundsResource(transport)
        self.disputes = AsyncDisputesResource(transport)
        self.payment_links = AsyncPaymentLinksResource(transport)
        self.invoices = AsyncInvoicesResource(transport)
        self.subscriptions = AsyncSubscriptionsResource(transport)
        self.tokens = AsyncTokensResource(transport)
        self.files = AsyncFilesResource(transport)
        self.payouts = AsyncPayoutsResource(transport)
        self.balances = AsyncBalancesResource(transport)
        self.transfers = AsyncTransfersResource(transport)
        self.analytics = AsyncAnalyticsResource(transport)
        self.search = AsyncSearchResource(transport)
        self.requests = AsyncRequestsResource(transport)
        self.sandbox = AsyncSandboxResource(transport)
        self.events = AsyncEventsResource(transport)
