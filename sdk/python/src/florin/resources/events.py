# Generated from the route table by `npm run sdk:python`. Do not edit.

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Operation
from .._options import Options
from .._pages import AsyncList, Page, Paging
from .._resource import AsyncResource, Resource
from .._typing import Unpack

if TYPE_CHECKING:
    from ..types import (
        EventAttempt,
        EventEntry,
        EventListAttemptsParams,
        EventListParams,
        EventRecordForwarded,
        EventSendTest,
        EventStreamPage,
        EventStreamParams,
        ForwardedEvents,
        StoredEvent,
    )

LIST = Operation("events.list", "GET", "/events/{merchant_id}")
LIST_PAGES = Paging("cursor", id_field="event_id")
SEARCH = Operation("events.search", "POST", "/events/{merchant_id}")
SEARCH_PAGES = Paging("cursor", id_field="event_id")
LIST_ATTEMPTS = Operation("events.list_attempts", "GET", "/events/{merchant_id}/{event_id}/attempts")
LIST_ATTEMPTS_PAGES = Paging("offset")
SEARCH_ATTEMPTS = Operation("events.search_attempts", "POST", "/events/{merchant_id}/{event_id}/attempts")
SEARCH_ATTEMPTS_PAGES = Paging("offset")
SEND_TEST = Operation("events.send_test", "POST", "/events/{merchant_id}/test")
STREAM = Operation("events.stream", "GET", "/events/{merchant_id}/stream")
RECORD_FORWARDED = Operation("events.record_forwarded", "POST", "/events/{merchant_id}/forwarded")
RETRIEVE = Operation("events.retrieve", "GET", "/events/{merchant_id}/{event_id}")
RETRY = Operation("events.retry", "POST", "/events/{merchant_id}/{event_id}/retry")


class EventsResource(Resource):
    """Events notify your server of changes. List, retrieve, test and redeliver them."""

    def list(self, merchant_id: str, params: EventListParams | None = None, /, **options: Unpack[Options]) -> Page[EventEntry]:
        """List events. Needs the scope `webhooks:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def search(self, merchant_id: str, params: EventListParams | None = None, /, **options: Unpack[Options]) -> Page[EventEntry]:
        """Search events. Needs the scope `webhooks:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def list_attempts(self, merchant_id: str, event_id: str, params: EventListAttemptsParams | None = None, /, **options: Unpack[Options]) -> Page[EventAttempt]:
        """List the delivery attempts of an event. Needs the scope `webhooks:read`."""
        return self._list(LIST_ATTEMPTS, LIST_ATTEMPTS_PAGES, {"merchant_id": merchant_id, "event_id": event_id}, params or {}, options)

    def search_attempts(self, merchant_id: str, event_id: str, params: EventListAttemptsParams | None = None, /, **options: Unpack[Options]) -> Page[EventAttempt]:
        """Search the delivery attempts of an event. Needs the scope `webhooks:read`."""
        return self._list(SEARCH_ATTEMPTS, SEARCH_ATTEMPTS_PAGES, {"merchant_id": merchant_id, "event_id": event_id}, params or {}, options)

    def send_test(self, merchant_id: str, body: EventSendTest, /, **options: Unpack[Options]) -> StoredEvent:
        """Send a test event. Creates an event with a sample object and delivers it like any other event. It has `is_test: true`, and its object does not exist. `delivery` in the response says whether your profile accepts it. A few are accepted a minute; `X-RateLimit-Limit` says how many. Needs the scope `webhooks:write`."""
        return self._call(SEND_TEST, {"merchant_id": merchant_id}, body, options)

    def stream(self, merchant_id: str, params: EventStreamParams | None = None, /, **options: Unpack[Options]) -> EventStreamPage:
        """Follow events. Sends events from a cursor on, in the order in which they became known, without a gap and in order for each object. With `Accept: text/event-stream` the response is a stream of Server-Sent Events: `id` is the cursor, `data` a `StreamedEvent`; it ends after a minute, and the client connects again with `Last-Event-ID`. Otherwise the response is JSON and waits for `wait` seconds if there is no event yet. A redelivered event is sent again, with `is_redelivery: true`. A key that is bound to profiles gets the events of those. Needs the scope `webhooks:read`."""
        return self._call(STREAM, {"merchant_id": merchant_id}, params or {}, options)

    def record_forwarded(self, merchant_id: str, body: EventRecordForwarded, /, **options: Unpack[Options]) -> ForwardedEvents:
        """Record forwarded events. For a program that follows events and forwards them, such as `florin listen`: records its attempts, so that the list of attempts shows them with the name of the listener. The delivery of an event and its retries stay as they are. Needs the scope `webhooks:write`."""
        return self._call(RECORD_FORWARDED, {"merchant_id": merchant_id}, body, options)

    def retrieve(self, merchant_id: str, event_id: str, /, **options: Unpack[Options]) -> StoredEvent:
        """Retrieve an event. The event as it was sent, and the status of its delivery. Events are kept for 30 days. Needs the scope `webhooks:read`."""
        return self._call(RETRIEVE, {"merchant_id": merchant_id, "event_id": event_id}, None, options)

    def retry(self, merchant_id: str, event_id: str, /, **options: Unpack[Options]) -> StoredEvent:
        """Redeliver an event. Sends the same body again within about a second, whatever the status of the delivery, and adds the event to the stream again. A profile without `webhook_url` is accepted while a client follows the stream. The call returns immediately, with the delivery `pending`; read the newest attempt for the result. Needs the scope `webhooks:write`."""
        return self._call(RETRY, {"merchant_id": merchant_id, "event_id": event_id}, None, options)


class AsyncEventsResource(AsyncResource):
    """Events notify your server of changes. List, retrieve, test and redeliver them."""

    def list(self, merchant_id: str, params: EventListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[EventEntry]:
        """List events. Needs the scope `webhooks:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def search(self, merchant_id: str, params: EventListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[EventEntry]:
        """Search events. Needs the scope `webhooks:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def list_attempts(self, merchant_id: str, event_id: str, params: EventListAttemptsParams | None = None, /, **options: Unpack[Options]) -> AsyncList[EventAttempt]:
        """List the delivery attempts of an event. Needs the scope `webhooks:read`."""
        return self._list(LIST_ATTEMPTS, LIST_ATTEMPTS_PAGES, {"merchant_id": merchant_id, "event_id": event_id}, params or {}, options)

    def search_attempts(self, merchant_id: str, event_id: str, params: EventListAttemptsParams | None = None, /, **options: Unpack[Options]) -> AsyncList[EventAttempt]:
        """Search the delivery attempts of an event. Needs the scope `webhooks:read`."""
        return self._list(SEARCH_ATTEMPTS, SEARCH_ATTEMPTS_PAGES, {"merchant_id": merchant_id, "event_id": event_id}, params or {}, options)

    async def send_test(self, merchant_id: str, body: EventSendTest, /, **options: Unpack[Options]) -> StoredEvent:
        """Send a test event. Creates an event with a sample object and delivers it like any other event. It has `is_test: true`, and its object does not exist. `delivery` in the response says whether your profile accepts it. A few are accepted a minute; `X-RateLimit-Limit` says how many. Needs the scope `webhooks:write`."""
        return await self._call(SEND_TEST, {"merchant_id": merchant_id}, body, options)

    async def stream(self, merchant_id: str, params: EventStreamParams | None = None, /, **options: Unpack[Options]) -> EventStreamPage:
        """Follow events. Sends events from a cursor on, in the order in which they became known, without a gap and in order for each object. With `Accept: text/event-stream` the response is a stream of Server-Sent Events: `id` is the cursor, `data` a `StreamedEvent`; it ends after a minute, and the client connects again with `Last-Event-ID`. Otherwise the response is JSON and waits for `wait` seconds if there is no event yet. A redelivered event is sent again, with `is_redelivery: true`. A key that is bound to profiles gets the events of those. Needs the scope `webhooks:read`."""
        return await self._call(STREAM, {"merchant_id": merchant_id}, params or {}, options)

    async def record_forwarded(self, merchant_id: str, body: EventRecordForwarded, /, **options: Unpack[Options]) -> ForwardedEvents:
        """Record forwarded events. For a program that follows events and forwards them, such as `florin listen`: records its attempts, so that the list of attempts shows them with the name of the listener. The delivery of an event and its retries stay as they are. Needs the scope `webhooks:write`."""
        return await self._call(RECORD_FORWARDED, {"merchant_id": merchant_id}, body, options)

    async def retrieve(self, merchant_id: str, event_id: str, /, **options: Unpack[Options]) -> StoredEvent:
        """Retrieve an event. The event as it was sent, and the status of its delivery. Events are kept for 30 days. Needs the scope `webhooks:read`."""
        return await self._call(RETRIEVE, {"merchant_id": merchant_id, "event_id": event_id}, None, options)

    async def retry(self, merchant_id: str, event_id: str, /, **options: Unpack[Options]) -> StoredEvent:
        """Redeliver an event. Sends the same body again within about a second, whatever the status of the delivery, and adds the event to the stream again. A profile without `webhook_url` is accepted while a client follows the stream. The call returns immediately, with the delivery `pending`; read the newest attempt for the result. Needs the scope `webhooks:write`."""
        return await self._call(RETRY, {"merchant_id": merchant_id, "event_id": event_id}, None, options)
