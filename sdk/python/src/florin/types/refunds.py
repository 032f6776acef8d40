# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import Metadata, MetadataPatch, Refund


class RefundCreate(TypedDict):
    payment_id: str
    """The payment to refund."""
    refund_id: NotRequired[str]
    """Your own id. It can never be reused, so a repeated request cannot refund twice. A card number is refused."""
    amount: NotRequired[int]
    """In the lowest unit of the currency; everything that is left when omitted."""
    reason: NotRequired[str | None]
    """Why it is made: your own text."""
    refund_type: NotRequired[str]
    """`Instant` is sent immediately, `Scheduled` with the next batch of the profile."""
    metadata: NotRequired[Metadata]
    """Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data."""


class RefundList(TypedDict):
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
    data: list[Refund]
    """The entries of this page, newest first unless `order` is another."""


class RefundListParams(TypedDict, total=False):
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
    payment_id: str | list[str]
    """A payment, or several."""
    refund_id: str | list[str]
    """One id, or several separated by commas."""
    status: str | list[str]
    """A status, or several. Values: `pending`, `succeeded`, `failed`, `review`."""
    refund_status: str | list[str]
    """The same as `status`. Values: `pending`, `succeeded`, `failed`, `review`."""
    refund_type: str | list[str]
    """`Instant` or `Scheduled`. Values: `Instant`, `Scheduled`."""
    customer_id: str | list[str]
    """A customer, or several."""
    currency: str | list[str]
    """A currency as an ISO 4217 code, or several."""
    payment_method: str | list[str]
    """The method of the payment, or several. Values: `card`, `wallet`, `pay_later`, `bank_redirect`, `bank_transfer`, `crypto`, `upi`."""
    profile_id: str | list[str]
    """A profile, or several."""
    amount_gte: int
    """Only entries with this amount or more, in the lowest unit of the currency."""
    amount_lte: int
    """Only entries with this amount or less, in the lowest unit of the currency."""


class RefundResolve(TypedDict):
    status: Literal["succeeded", "failed"]
    """The outcome that the acquirer reported."""


class RefundUpdate(TypedDict, total=False):
    reason: str | None
    """Why it is made: your own text."""
    metadata: MetadataPatch | None
    """Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs."""
