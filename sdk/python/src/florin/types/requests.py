# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import TypedDict
from .shared import Delivery


class Request(TypedDict):
    request_id: str
    """As in the header X-Request-Id, unless you sent that header."""
    sent_request_id: str | None
    """The header X-Request-Id that you sent, which events and the audit trail have; null if you sent none."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    method: Literal["GET", "POST", "PUT", "DELETE"]
    """The HTTP method."""
    route: str
    """The URL with the names of its ids, such as `/payments/:payment_id`."""
    path: str
    """The URL with its ids and without its query."""
    status: int
    """The HTTP status; 499 if you closed the connection before the answer."""
    error_code: str | None
    """The code of the error; null without one."""
    duration_ms: int
    """From the request to its answer, in milliseconds."""
    key_id: str | None
    """The API key that sent it; null for a user."""
    user_id: str | None
    """The user who sent it; null for an API key."""
    address: str | None
    """The address that it came from; null for shoppers."""
    user_agent: str | None
    """The start of the header User-Agent; null for shoppers."""
    sdk: str | None
    """The library with its version, such as `florin-node/1.2.0`."""
    profile_ids: list[str]
    """The profiles that it named, else those of its key."""
    object_ids: list[str]
    """The objects that it names, up to 20."""
    created: str
    """When it was received, in UTC, by the wall clock."""
    request_body: str | None
    """The body that was sent, or the query of a GET, as JSON, redacted: card data, secrets, personal data and free text are `[redacted]`. Cut after 16 KiB; null if it is never stored."""
    response_body: str | None
    """The answer as JSON, redacted: card data, secrets, personal data and free text are `[redacted]`. Cut after 16 KiB; null if it is never stored."""
    webhooks: list[Webhook]
    """The events that it caused, for keys with the scope `webhooks:read`."""


class RequestEntry(TypedDict):
    request_id: str
    """As in the header X-Request-Id, unless you sent that header."""
    sent_request_id: str | None
    """The header X-Request-Id that you sent, which events and the audit trail have; null if you sent none."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    method: Literal["GET", "POST", "PUT", "DELETE"]
    """The HTTP method."""
    route: str
    """The URL with the names of its ids, such as `/payments/:payment_id`."""
    path: str
    """The URL with its ids and without its query."""
    status: int
    """The HTTP status; 499 if you closed the connection before the answer."""
    error_code: str | None
    """The code of the error; null without one."""
    duration_ms: int
    """From the request to its answer, in milliseconds."""
    key_id: str | None
    """The API key that sent it; null for a user."""
    user_id: str | None
    """The user who sent it; null for an API key."""
    address: str | None
    """The address that it came from; null for shoppers."""
    user_agent: str | None
    """The start of the header User-Agent; null for shoppers."""
    sdk: str | None
    """The library with its version, such as `florin-node/1.2.0`."""
    profile_ids: list[str]
    """The profiles that it named, else those of its key."""
    object_ids: list[str]
    """The objects that it names, up to 20."""
    created: str
    """When it was received, in UTC, by the wall clock."""


class RequestList(TypedDict):
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
    data: list[RequestEntry]
    """The entries of this page, newest first unless `order` is another."""


class RequestListParams(TypedDict, total=False):
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
    status: int
    """Exactly this HTTP status."""
    status_class: Literal["2xx", "3xx", "4xx", "5xx"]
    """Statuses of this class."""
    route: str
    """A route, such as `/payments/:payment_id`."""
    method: Literal["GET", "POST", "PUT", "DELETE"]
    """An HTTP method."""
    error_code: str | list[str]
    """A code, or several separated by commas. Values: `IR_02`, `IR_03`, `AU_01`, `AU_02`, `RL_01`, `AU_03`, `IR_07`, `IR_06`, `IR_36`, `IR_33`, `IR_35`, `IR_01`, `IR_04`, `IR_05`, `IR_29`, `HE_01`, `IR_16`, `IR_14`, `IR_13`, `PE_01`, `PE_02`, `PE_03`, `CE_01`, `CE_02`, `HE_00`."""
    key_id: str | list[str]
    """An API key, or several."""
    user_id: str | list[str]
    """A user, or several."""
    sent_by: Literal["keys", "users"]
    """Only requests by API keys, or only those by users."""
    object_id: str
    """An object that the request named, such as a payment or a customer."""


class Webhook(TypedDict):
    event_id: str
    """The id of the event. Process each id once."""
    event_type: str
    """What happened."""
    object_id: str
    """The object that changed."""
    created: str
    """When the object was created, in UTC."""
    delivery: Delivery | None
    """The delivery of the event; null until it is queued."""
