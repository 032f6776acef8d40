# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import Currency


class DeletedPlan(TypedDict):
    plan_id: str
    """The id of the plan: the one that you chose, or a generated one."""
    deleted: bool
    """False if a subscription has used the plan."""
    status: Literal["deleted", "archived"]
    """`archived` if a subscription has used the plan: then it only takes no new ones."""


class Plan(TypedDict):
    plan_id: str
    """The id of the plan: the one that you chose, or a generated one."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    name: str
    """The name of the plan, which invoices show."""
    description: str | None
    """Your own text about the plan."""
    status: Literal["active", "archived"]
    """Whether it can be subscribed to.

    - `active`: It can be subscribed to.
    - `archived`: It takes no new subscriptions; existing ones go on."""
    prices: list[Price]
    """The prices of the plan, in the order in which they were added."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class PlanCreate(TypedDict):
    plan_id: NotRequired[str]
    """Your own id for the plan. Generated when omitted. A card number is refused."""
    name: str
    """The name of the plan, which invoices show."""
    description: NotRequired[str | None]
    """Your own text about the plan."""
    prices: list[PlanCreatePrice]
    """The prices of the plan, such as one per month and one per year."""


class PlanCreatePrice(TypedDict):
    item_price_id: NotRequired[str]
    """Your own id for the price, unique among all prices. Generated when omitted. A card number is refused."""
    amount: int
    """The price of a period, in the lowest unit of the currency."""
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    interval: Literal["day", "week", "month", "year"]
    """The unit of a period, which has `interval_count` of them. In UTC; short months end on their last day."""
    interval_count: NotRequired[int]
    """A period is this many intervals."""
    trial_period: NotRequired[int | None]
    """In units of `trial_period_unit`."""
    trial_period_unit: NotRequired[Literal["day", "week", "month", "year"] | None]
    """The unit of `trial_period`. By default `day`."""
    cycles: NotRequired[int | None]
    """How many periods are billed. Omitted: until it is cancelled."""


class PlanList(TypedDict):
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
    data: list[Plan]
    """The entries of this page, newest first unless `order` is another."""


class PlanListParams(TypedDict, total=False):
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
    status: str | list[str]
    """`active`, `archived`, or both. Values: `active`, `archived`."""


class PlanUpdate(TypedDict, total=False):
    name: str
    """The new name of the plan, for later invoices."""
    description: str | None
    """Your own text about the plan."""
    prices: list[PlanCreatePrice]
    """Prices to add. Existing prices never change."""


class Price(TypedDict):
    item_price_id: str
    """The id of the price, which also determines the plan."""
    plan_id: str
    """The id of the plan: the one that you chose, or a generated one."""
    amount: int
    """The price of a period, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    interval: Literal["day", "week", "month", "year"]
    """The unit of a period, which has `interval_count` of them. In UTC; short months end on their last day."""
    interval_count: int
    """A period is this many intervals."""
    trial_period: int | None
    """The length of the trial; null without a trial."""
    trial_period_unit: Literal["day", "week", "month", "year"] | None
    """The unit of `trial_period`; null without a trial."""
    cycles: int | None
    """How many periods are billed; null: until it is cancelled."""
    created: str
    """When the object was created, in UTC."""
