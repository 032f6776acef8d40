# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Any, Literal
from .._typing import TypedDict


class AuditEntry(TypedDict):
    audit_id: str
    """For an event its `event_id`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    actor: Literal["api_key", "agent", "user", "operator", "shopper", "provider", "anonymous", "system"]
    """Who caused the change.

    - `api_key`: A request with a secret key.
    - `agent`: An agent that uses a secret key through `/mcp`.
    - `user`: A user who has signed in.
    - `operator`: The operator of this service.
    - `shopper`: Somebody on a hosted page or with a publishable key.
    - `provider`: The acquirer.
    - `anonymous`: A request without a key or a session.
    - `system`: Background work."""
    key_id: str | None
    """The key of the request."""
    user_id: str | None
    """The user of the request."""
    action: str
    """The type of the event, or `test_event`; if the change has no event, the method and the route of the request or the command of the operator."""
    object_type: str | None
    """Such as `payment` or `profile`."""
    object_id: str | None
    """The object that was changed."""
    event_id: str | None
    """Of an event."""
    object_ids: dict[str, str]
    """The ids in the URL; empty for an event."""
    fields: dict[str, Any]
    """The fields that were sent; empty for an event. Secrets and personal data are `[redacted]`; inner fields are written `outer.inner`."""
    changes: dict[str, Any]
    """Settings before and after: `{"name": {"from": "a", "to": "b"}}`."""
    address: str | None
    """The address that the request came from; not for shoppers."""
    request_id: str | None
    """As in the header X-Request-Id."""
    created: str
    """When the object was created, in UTC."""


class AuditList(TypedDict):
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
    data: list[AuditEntry]
    """The entries of this page, newest first unless `order` is another."""


class AuditListParams(TypedDict, total=False):
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
    object_id: str | list[str]
    """An object, or several separated by commas."""
    key_id: str | list[str]
    """A key, or several separated by commas."""
    user_id: str | list[str]
    """A user, or several separated by commas."""
    actor: str | list[str]
    """A kind of actor, or several. Values: `api_key`, `agent`, `user`, `operator`, `shopper`, `provider`, `anonymous`, `system`."""
    by: Literal["people"]
    """Only changes by these actors.

    - `people`: Users and the operator of this service."""
    action: str
    """Exactly this `action`, such as `payment_failed`."""
