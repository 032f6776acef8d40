# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import TimelineStatus


class SearchQueryParams(TypedDict):
    q: str
    """What to look for: a word or its beginning, several words in any order, an amount such as `171.00`, the last four digits of a card, or the beginning of an id."""
    object: NotRequired[Literal["customer", "coupon", "plan", "invoice", "subscription", "payment_link", "payment", "payout", "refund", "dispute"]]
    """Only this kind of object."""


class SearchResult(TypedDict):
    object: Literal["customer", "coupon", "plan", "invoice", "subscription", "payment_link", "payment", "payout", "refund", "dispute"]
    """The kind of object."""
    id: str
    """Its id; for a coupon its code."""
    title: str
    """What names it best: a name, an e-mail address, a number."""
    subtitle: str | None
    """More about it, such as an order reference."""
    status: TimelineStatus | None
    """The status of an object that has one, as the object itself shows it."""
    amount: int | None
    """Its amount in the lowest unit of the currency, if it has one."""
    currency: str | None
    """The currency of the amount."""
    created: str
    """When the object was created, in UTC."""


class SearchResults(TypedDict):
    data: list[SearchResult]
    """The best result first."""
