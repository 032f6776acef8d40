# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import PaymentMethodType


class Connector(TypedDict):
    connector_id: str
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    connector_name: str
    """The acquirer, such as `stripe`."""
    connector_label: str
    """A name by which your team recognizes the account, unique among your accounts."""
    profile_id: str | None
    """The only profile that uses the account; null: all profiles."""
    credentials: dict[str, str]
    """The credentials that are no secrets, such as the name of the account."""
    fingerprint: str
    """Changes with the credentials and says nothing about them."""
    has_webhook_secret: bool
    """Whether webhooks of the acquirer can be accepted."""
    webhook_url: str | None
    """Register this URL with the acquirer; null if this deployment has no public URL."""
    payment_methods_enabled: list[str]
    """The payment method types that this account takes. Empty: every type that the acquirer offers."""
    settings: dict[str, bool]
    """Abilities that the acquirer has switched on for this account, such as `multicapture`; the reference page of providers has the names."""
    card_entry: Literal["raw", "provider_page"]
    """How card numbers reach the acquirer.

    - `raw`: Card numbers are sent to the acquirer. The acquirer must have allowed it for this account.
    - `provider_page`: Customers enter their card on a page of the acquirer."""
    priority: int
    """Without a routing rule the account with the lowest number that can take a payment gets it."""
    status: Literal["active", "disabled"]
    """Whether the account takes payments.

    - `active`: It takes payments.
    - `disabled`: It takes no new payments. Captures, cancellations, refunds and disputes of its payments still work."""
    test_mode: bool
    """Whether it is a test account: always true in the sandbox, false in production."""
    verified_at: str
    """When the acquirer last accepted the credentials, in UTC."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class ConnectorCreate(TypedDict):
    connector_name: Literal["bank", "stripe", "adyen"]
    """The acquirer. The reference page of providers has what each one can do."""
    credentials: dict[str, str]
    """The credentials of the account, by the names on the reference page of providers. They are stored encrypted and never returned."""
    test_mode: NotRequired[bool]
    """Must be true in the sandbox and false in production."""
    connector_label: NotRequired[str]
    """A name by which your team recognizes the account, unique among your accounts."""
    profile_id: NotRequired[str | None]
    """The only profile that uses the account; null: all profiles."""
    webhook_secret: NotRequired[str]
    """The secret with which the acquirer signs its webhooks. After a change the previous one is accepted for another day."""
    payment_methods_enabled: NotRequired[list[PaymentMethodType]]
    """The payment method types that this account takes. Empty: every type that the acquirer offers."""
    settings: NotRequired[dict[str, bool]]
    """Abilities that the acquirer has switched on for this account, such as `multicapture`; the reference page of providers has the names."""
    card_entry: NotRequired[Literal["raw", "provider_page"]]
    """How card numbers reach the acquirer.

    - `raw`: Card numbers are sent to the acquirer. The acquirer must have allowed it for this account.
    - `provider_page`: Customers enter their card on a page of the acquirer."""
    priority: NotRequired[int]
    """Without a routing rule the account with the lowest number that can take a payment gets it."""
    status: NotRequired[Literal["active", "disabled"]]
    """Whether the account takes payments.

    - `active`: It takes payments.
    - `disabled`: It takes no new payments. Captures, cancellations, refunds and disputes of its payments still work."""


class ConnectorHealth(TypedDict):
    connector_id: str
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    since: str
    """The start of what is counted, in UTC: an hour ago, or later for a merchant with more than 10,000 calls since then."""
    attempts: int
    """Calls to authorize a payment since then."""
    approved: int
    """Calls that were approved."""
    declined: int
    """Calls that were declined."""
    unsent: int
    """Calls that certainly charged nothing: the acquirer could not be reached, or the call was revoked."""
    open: int
    """Calls without an outcome yet."""
    success_rate: float | None
    """Approved calls among those with an outcome, from 0 to 1; null without any."""
    series: list[ConnectorHealthPeriod]
    """Parts of five minutes since then, oldest first."""


ConnectorHealthPeriod = TypedDict(
    "ConnectorHealthPeriod",
    {
        "from": str,
        "attempts": int,
        "approved": int,
    },
)


class ConnectorListParams(TypedDict, total=False):
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class ConnectorListPinnedMethodsParams(TypedDict, total=False):
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class ConnectorListUndecidedOperationsParams(TypedDict, total=False):
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class ConnectorUpdate(TypedDict, total=False):
    credentials: dict[str, str]
    """The credentials of the account, by the names on the reference page of providers. They are stored encrypted and never returned."""
    connector_label: str
    """A name by which your team recognizes the account, unique among your accounts."""
    profile_id: str | None
    """The only profile that uses the account; null: all profiles."""
    webhook_secret: str
    """The secret with which the acquirer signs its webhooks. After a change the previous one is accepted for another day."""
    payment_methods_enabled: list[PaymentMethodType]
    """The payment method types that this account takes. Empty: every type that the acquirer offers."""
    settings: dict[str, bool]
    """Abilities that the acquirer has switched on for this account, such as `multicapture`; the reference page of providers has the names."""
    card_entry: Literal["raw", "provider_page"]
    """How card numbers reach the acquirer.

    - `raw`: Card numbers are sent to the acquirer. The acquirer must have allowed it for this account.
    - `provider_page`: Customers enter their card on a page of the acquirer."""
    priority: int
    """Without a routing rule the account with the lowest number that can take a payment gets it."""
    status: Literal["active", "disabled"]
    """Whether the account takes payments.

    - `active`: It takes payments.
    - `disabled`: It takes no new payments. Captures, cancellations, refunds and disputes of its payments still work."""


class DeletedConnector(TypedDict):
    connector_id: str
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    deleted: Literal[True]
    """Always true: its credentials are deleted."""


class PinnedPaymentMethod(TypedDict):
    payment_method_id: str
    """The id of the saved payment method, `pm_…`."""
    customer_id: str
    """The customer who owns it."""
    payment_method_type: PaymentMethodType
    """The kind within the category, such as `credit`."""
    created: str
    """When the object was created, in UTC."""


class PinnedPaymentMethodList(TypedDict):
    count: int
    """Entries on this page."""
    total_count: int
    """Exact up to 10000."""
    total_count_relation: Literal["eq", "gte"]
    """`gte` when there are more than `total_count`."""
    has_more: bool
    """Whether there are entries after this page; with `ending_before`, before it."""
    limit: int
    """The `limit` of the request, or its default."""
    offset: int
    """The `offset` of the request, or 0."""
    data: list[PinnedPaymentMethod]
    """The entries of this page, newest first unless `order` is another."""


class TestedConnector(TypedDict):
    connector_id: str
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    result: Literal["valid", "invalid", "unreachable"]
    """Whether the acquirer accepts the credentials; `unreachable` if it did not answer."""
    message: str | None
    """What the acquirer said; null if it accepts them."""
    tested_at: str
    """When the acquirer was asked, in UTC."""


class UndecidedOperation(TypedDict):
    operation_id: str
    """The id of the call, which the acquirer knows too."""
    kind: str
    """What was asked for, such as `authorize` or `refund`."""
    object_id: str
    """The payment, refund, payout or dispute."""
    amount: int
    """In the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    connector: str
    """The acquirer that was called; null if none was. Secret keys see it."""
    connector_id: str | None
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    created: str
    """When the object was created, in UTC."""
    age_seconds: int
    """The age of the call, in seconds."""


class UndecidedOperations(TypedDict):
    data: list[UndecidedOperation]
    """Oldest first, at most 200."""
