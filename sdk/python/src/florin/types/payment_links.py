# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Any, Literal
from .._typing import NotRequired, TypedDict
from .shared import Currency, Metadata, PaymentCreateOrderDetail, PaymentLink, PaymentLinkCreatePaymentLinkConfig


class PaymentLinkCreate(TypedDict):
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: NotRequired[int | None]
    """What to collect, in the lowest unit of the currency. Required, except for a `donation` whose amount the shopper chooses."""
    link_type: NotRequired[Literal["one_time", "recurring", "donation"] | None]
    """How often it can be paid. By default `one_time`.

    - `one_time`: It is paid once.
    - `recurring`: It can be paid any number of times until it expires; it is not a subscription.
    - `donation`: Like `recurring`; without an `amount` the shopper chooses one."""
    profile_id: NotRequired[str | None]
    """The business profile of the link. By default the one in `X-Profile-Id`, else the default profile."""
    description: NotRequired[str | None]
    """What is paid for. The page shows it."""
    order_details: NotRequired[list[PaymentCreateOrderDetail] | None]
    """The items, in the currency of the link. The page lists them."""
    suggested_amounts: NotRequired[list[int] | None]
    """Of a donation: amounts to choose from."""
    min_amount: NotRequired[int | None]
    """Of a donation: the least that can be given, in the lowest unit."""
    max_amount: NotRequired[int | None]
    """Of a donation: the most that can be given, in the lowest unit."""
    customer_id: NotRequired[str | None]
    """An existing customer, to whom the payments then belong."""
    email: NotRequired[str | None]
    """The address that the URL is sent to, with `send_email`."""
    send_email: NotRequired[bool | None]
    """Sends the URL to `email`, which is then required."""
    capture_method: NotRequired[Literal["automatic", "manual", "manual_multiple"] | None]
    """Of the payments. By default `automatic`; otherwise capture each payment yourself."""
    authentication_type: NotRequired[Literal["three_ds", "no_three_ds"] | None]
    """Of the payments: `three_ds` demands 3-D Secure, `no_three_ds` skips it."""
    require_customer_info: NotRequired[bool | None]
    """The page asks for the name, the e-mail address and the billing address."""
    payment_link_config: NotRequired[PaymentLinkCreatePaymentLinkConfig | None]
    """How the page of this link looks; each absent setting is that of the profile."""
    usage_limit: NotRequired[int | None]
    """How many payments may succeed. Always 1 for `one_time`; without a limit otherwise."""
    sold_out_message: NotRequired[str | None]
    """What the page says once the link is completed or expired."""
    expiry: NotRequired[str | None]
    """60 seconds to 90 days from now. By default 24 hours from now."""
    metadata: NotRequired[Metadata | None]
    """Your own pairs; the payments get them too. The receipt shows `order_id` as the order number."""


class PaymentLinkList(TypedDict):
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
    data: list[PaymentLink]
    """The entries of this page, newest first unless `order` is another."""


class PaymentLinkListParams(TypedDict, total=False):
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    starting_after: str
    """The id of the last entry of the previous page. The cost does not grow with depth."""
    ending_before: str
    """The id of the first entry of the next page: answers with the entries just before it, in the same order. Not together with `starting_after`."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""
    order: Literal["newest", "oldest"]
    """`newest` lists the last created entry first, `oldest` lists the first created one first."""
    payment_link_id: str | list[str]
    """One id, or several separated by commas."""
    status: str | list[str]
    """A status, or several. Values: `active`, `completed`, `expired`, `deactivated`."""
    link_type: str | list[str]
    """A type, or several. Values: `one_time`, `recurring`, `donation`."""
    customer_id: str | list[str]
    """A customer, or several."""
    currency: str | list[str]
    """A currency as an ISO 4217 code, or several."""
    profile_id: str | list[str]
    """A profile, or several."""


class PaymentLinkPreview(TypedDict):
    page: dict[str, Any]
    """What the page shows of the link and its profile."""
    colors: str
    """The seller's colour, as a style sheet."""


class PaymentLinkPreviewParams(TypedDict):
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: NotRequired[int | None]
    """What to collect, in the lowest unit of the currency. Required, except for a `donation` whose amount the shopper chooses."""
    link_type: NotRequired[Literal["one_time", "recurring", "donation"] | None]
    """How often it can be paid. By default `one_time`.

    - `one_time`: It is paid once.
    - `recurring`: It can be paid any number of times until it expires; it is not a subscription.
    - `donation`: Like `recurring`; without an `amount` the shopper chooses one."""
    profile_id: NotRequired[str | None]
    """The business profile of the link. By default the one in `X-Profile-Id`, else the default profile."""
    description: NotRequired[str | None]
    """What is paid for. The page shows it."""
    order_details: NotRequired[list[PaymentCreateOrderDetail] | None]
    """The items, in the currency of the link. The page lists them."""
    suggested_amounts: NotRequired[list[int] | None]
    """Of a donation: amounts to choose from."""
    min_amount: NotRequired[int | None]
    """Of a donation: the least that can be given, in the lowest unit."""
    max_amount: NotRequired[int | None]
    """Of a donation: the most that can be given, in the lowest unit."""
    customer_id: NotRequired[str | None]
    """An existing customer, to whom the payments then belong."""
    email: NotRequired[str | None]
    """The address that the URL is sent to, with `send_email`."""
    send_email: NotRequired[bool | None]
    """Sends the URL to `email`, which is then required."""
    capture_method: NotRequired[Literal["automatic", "manual", "manual_multiple"] | None]
    """Of the payments. By default `automatic`; otherwise capture each payment yourself."""
    authentication_type: NotRequired[Literal["three_ds", "no_three_ds"] | None]
    """Of the payments: `three_ds` demands 3-D Secure, `no_three_ds` skips it."""
    require_customer_info: NotRequired[bool | None]
    """The page asks for the name, the e-mail address and the billing address."""
    payment_link_config: NotRequired[PaymentLinkCreatePaymentLinkConfig | None]
    """How the page of this link looks; each absent setting is that of the profile."""
    usage_limit: NotRequired[int | None]
    """How many payments may succeed. Always 1 for `one_time`; without a limit otherwise."""
    sold_out_message: NotRequired[str | None]
    """What the page says once the link is completed or expired."""
    expiry: NotRequired[str | None]
    """60 seconds to 90 days from now. By default 24 hours from now."""
    metadata: NotRequired[Metadata | None]
    """Your own pairs; the payments get them too. The receipt shows `order_id` as the order number."""
