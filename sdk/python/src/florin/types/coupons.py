# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import Currency


class Coupon(TypedDict):
    coupon_code: str
    """The code of the coupon. Upper and lower case differ."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    percent_off: int | None
    """The discount in percent; null if it is an amount."""
    amount_off: int | None
    """The discount in the lowest unit of `currency`; null if it is a percentage."""
    currency: str | None
    """The currency of `amount_off`; null for a percentage."""
    duration: Literal["once", "repeating", "forever"]
    """Which periods are discounted.

    - `once`: The first billed period.
    - `repeating`: The first `duration_in_cycles` billed periods.
    - `forever`: All periods."""
    duration_in_cycles: int | None
    """How many periods are discounted; null unless `repeating`."""
    max_redemptions: int | None
    """How many subscriptions can use the coupon; null: any number."""
    redemptions: int | None
    """The subscriptions that have used the coupon; null without `max_redemptions`, because only a limit is counted."""
    redeem_by: str | None
    """Until when a new subscription can use it, in UTC; null: at any time."""
    created: str
    """When the object was created, in UTC."""


class CouponCreate(TypedDict):
    coupon_code: str
    """What customers enter. Upper and lower case differ. A card number is refused."""
    percent_off: NotRequired[int]
    """Either this, or `amount_off` with `currency`."""
    amount_off: NotRequired[int]
    """The discount in the lowest unit of `currency`, instead of `percent_off`."""
    currency: NotRequired[Currency]
    """Of `amount_off`. The coupon then fits prices in this currency only."""
    duration: Literal["once", "repeating", "forever"]
    """Which periods are discounted.

    - `once`: The first billed period.
    - `repeating`: The first `duration_in_cycles` billed periods.
    - `forever`: All periods."""
    duration_in_cycles: NotRequired[int]
    """How many periods are discounted, with the duration `repeating`."""
    max_redemptions: NotRequired[int]
    """How many subscriptions can use the coupon."""
    redeem_by: NotRequired[str]
    """Until when a new subscription can use it; ISO 8601. By default any time."""


class CouponList(TypedDict):
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
    data: list[Coupon]
    """The entries of this page, newest first unless `order` is another."""


class CouponListParams(TypedDict, total=False):
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
