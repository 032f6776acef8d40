# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Any, Literal
from .._typing import NotRequired, TypedDict
from .shared import Delivery, EventType


class EventAttempt(TypedDict):
    listener: str | None
    """The listener that forwarded the event, such as `florin listen` on a laptop; null for a delivery to your `webhook_url`."""
    attempt: int
    """The number in `X-Webhook-Attempt`."""
    url: str
    """Where the event was posted."""
    request_headers: dict[str, str]
    """Credentials are masked."""
    response_status: int | None
    """The HTTP status of your server; null without a response."""
    response_headers: dict[str, str] | None
    """Credentials are masked."""
    response_body: str | None
    """The first 4 KiB of the response body."""
    error: Literal["address_refused", "dns", "refused", "unreachable", "tls", "timeout", "reset", "not_http", "failed"] | None
    """The failure, when there was no response; null otherwise.

    - `address_refused`: The address is not public, so it is not called.
    - `dns`: The host name could not be resolved.
    - `refused`: The server refused the connection.
    - `unreachable`: The server is unreachable.
    - `tls`: The TLS connection failed.
    - `timeout`: The server did not answer in time.
    - `reset`: The connection was closed before the response.
    - `not_http`: The response was not HTTP.
    - `failed`: The request could not be sent."""
    error_message: str | None
    """The failure in words; null if there was a response."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    created: str
    """When the object was created, in UTC."""


class EventAttemptList(TypedDict):
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
    data: list[EventAttempt]
    """The entries of this page, newest first unless `order` is another."""


class EventEntry(TypedDict):
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    event_id: str
    """The id of the event. Process each id once."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    event_type: EventType
    """What happened. The reference page of events says when each type is sent."""
    object_id: str
    """The payment, refund, dispute or payout that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    created: str
    """When the object was created, in UTC."""
    is_test: bool
    """Whether the event was created by the test route; its object does not exist."""
    delivery: Delivery | None
    """The delivery of the event; null until it is queued."""


class EventList(TypedDict):
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
    data: list[EventEntry]
    """The entries of this page, newest first unless `order` is another."""


class EventListAttemptsParams(TypedDict, total=False):
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class EventListParams(TypedDict, total=False):
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
    event_type: str | list[str]
    """A type, or several separated by commas. Values: `payment_created`, `payment_succeeded`, `payment_failed`, `payment_processing`, `payment_cancelled`, `payment_authorized`, `payment_captured`, `payment_reversed`, `action_required`, `refund_succeeded`, `refund_failed`, `refund_review`, `dispute_opened`, `dispute_expired`, `dispute_accepted`, `dispute_cancelled`, `dispute_challenged`, `dispute_won`, `dispute_lost`, `payout_initiated`, `payout_processing`, `payout_success`, `payout_failed`, `payout_cancelled`, `payout_expired`, `payout_reversed`, `invoice_paid`, `invoice_payment_failed`, `subscription_active`, `subscription_trial`, `subscription_paused`, `subscription_resumed`, `subscription_cancelled`, `subscription_inactive`, `payment_link_completed`, `payment_link_expired`."""
    object_id: str | list[str]
    """The id of a payment, refund, …, or several."""
    payment_id: str | list[str]
    """The same as `object_id`, for payments."""
    profile_id: str | list[str]
    """A profile, or several."""
    delivery_status: Literal["pending", "delivered", "exhausted", "stopped", "skipped"]
    """How far the delivery is.

    - `pending`: The next attempt is at `next_attempt_at`.
    - `delivered`: Your server answered with a 2xx.
    - `exhausted`: No attempt succeeded, and there are no more automatic retries.
    - `stopped`: Not retried: your server answered 410, or the profile has no `webhook_url`.
    - `skipped`: Never sent: `reason` says why the profile does not receive it."""


class EventRecordForwarded(TypedDict):
    listener: str
    """Names the listener; each run of a listener has its own name."""
    attempts: list[EventRecordForwardedAttempt]
    """The attempts, up to 100."""


class EventRecordForwardedAttempt(TypedDict):
    event_id: str
    """The event that was forwarded."""
    attempt: int
    """Counts the attempts of this listener at this event."""
    url: str
    """Where the event was posted. A user name, a password and a query are not stored."""
    response_status: NotRequired[int | None]
    """The HTTP status of the response; null without one."""
    response_body: NotRequired[str | None]
    """The start of the response body."""
    error: NotRequired[Literal["address_refused", "dns", "refused", "unreachable", "tls", "timeout", "reset", "not_http", "failed"] | None]
    """Why there was no response; null with one.

    - `address_refused`: The address is not public, so it is not called.
    - `dns`: The host name could not be resolved.
    - `refused`: The server refused the connection.
    - `unreachable`: The server is unreachable.
    - `tls`: The TLS connection failed.
    - `timeout`: The server did not answer in time.
    - `reset`: The connection was closed before the response.
    - `not_http`: The response was not HTTP.
    - `failed`: The request could not be sent."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""


class EventSendTest(TypedDict):
    event_type: EventType
    """The type of the test event."""
    profile_id: NotRequired[str]
    """The profile that receives it; your default profile when omitted."""


class EventStreamPage(TypedDict):
    data: list[StreamedEvent]
    """The events, oldest first."""
    cursor: str
    """Send it as `after` to continue."""
    has_more: bool
    """Whether there may be more events to read at once."""


class EventStreamParams(TypedDict, total=False):
    after: str
    """Events after this cursor: the `cursor` of a response, or the `id` of an event in the stream. The header `Last-Event-ID` comes first."""
    since: str
    """Events that became known at this time or later, up to 30 days back; ISO 8601. Without `after` and `since` only new events are sent."""
    event_types: str
    """Only these types, separated by commas; `*` stands for any characters, as in `payment_*`."""
    wait: int
    """How many seconds a JSON response waits for an event if there is none, up to 30."""
    limit: int
    """Events in a JSON response, 1 to 100."""


class ForwardedEvents(TypedDict):
    recorded: int
    """The attempts that were recorded now. The others are recorded already, belong to no event of yours, or are more than 100 for one event."""


class StoredEvent(TypedDict):
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    event_id: str
    """The id of the event. Process each id once."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    event_type: EventType
    """What happened. The reference page of events says when each type is sent."""
    object_id: str
    """The payment, refund, dispute or payout that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    created: str
    """When the object was created, in UTC."""
    is_test: bool
    """Whether the event was created by the test route; its object does not exist."""
    delivery: Delivery | None
    """The delivery of the event; null until it is queued."""
    content: StoredEventContent
    """The object that changed, and its type."""
    timestamp: str
    """When it happened, in UTC; the same as `created`."""


class StoredEventContent(TypedDict):
    """The object that changed, and its type."""
    type: Literal["payment_details", "refund_details", "dispute_details", "payout_details", "subscription_details", "payment_link_details"]
    """The type of `object`, such as `payment_details`."""
    object: dict[str, Any] | None
    """The object as it was sent; null for a key that may not read such objects, for example without `payments:read`."""


class StreamedEvent(TypedDict):
    cursor: str
    """The position in the stream, to continue after this event."""
    event_id: str
    """The id of the event. Process each id once."""
    event_type: EventType
    """What happened."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    object_id: str
    """The payment, refund, dispute or payout that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    is_redelivery: bool
    """Whether the event was in the stream before, and a redelivery was requested."""
    is_test: bool
    """Whether the event was created by the test route; its object does not exist."""
    body: str
    """The exact text that a webhook sends, to be signed and forwarded as it is. For a key that may not read such objects, `content.object` in it is null."""
    created: str
    """When the object was created, in UTC."""
