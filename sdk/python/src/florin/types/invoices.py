# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import TypedDict


class InvoiceListParams(TypedDict, total=False):
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
    """A status, or several. Values: `invoice_created`, `payment_pending`, `payment_pending_timeout`, `payment_succeeded`, `payment_failed`, `payment_canceled`, `invoice_paid`, `manual_review`, `voided`."""
    number: str | list[str]
    """A number such as `2026-000001`, or several."""
    customer_id: str | list[str]
    """A customer, or several."""
    subscription_id: str | list[str]
    """A subscription, or several."""
    currency: str | list[str]
    """A currency as an ISO 4217 code, or several."""
    profile_id: str | list[str]
    """A profile, or several."""
    amount_gte: int
    """Only entries with this amount or more, in the lowest unit of the currency."""
    amount_lte: int
    """Only entries with this amount or less, in the lowest unit of the currency."""


class InvoiceResolve(TypedDict):
    action: Literal["accept", "void"]
    """What becomes of the part.

    - `accept`: The invoice is paid, and its period is worth what was received.
    - `void`: The invoice is voided, and what was received becomes credit of the customer."""
