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
        Request,
        RequestEntry,
        RequestListParams,
    )

LIST = Operation("requests.list", "GET", "/requests")
LIST_PAGES = Paging("cursor", id_field="request_id")
SEARCH = Operation("requests.search", "POST", "/requests")
SEARCH_PAGES = Paging("cursor", id_field="request_id")
RETRIEVE = Operation("requests.retrieve", "GET", "/requests/{request_id}")


class RequestsResource(Resource):
    """What your keys and users sent to this API, and what it answered."""

    def list(self, params: RequestListParams | None = None, /, **options: Unpack[Options]) -> Page[RequestEntry]:
        """List requests. Requests by your API keys and users, refused ones included, for 7 days. They appear within a second. To follow them, read with `order=oldest` and `created_gte`; the page The request log says how. A key that is bound to profiles sees only requests of these profiles. Needs the scope `requests:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: RequestListParams | None = None, /, **options: Unpack[Options]) -> Page[RequestEntry]:
        """Search requests. Requests by your API keys and users, refused ones included, for 7 days. They appear within a second. To follow them, read with `order=oldest` and `created_gte`; the page The request log says how. A key that is bound to profiles sees only requests of these profiles. Needs the scope `requests:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, request_id: str, /, **options: Unpack[Options]) -> Request:
        """Retrieve a request. By `request_id`, or by the header X-Request-Id that you sent: then the newest one with it. Needs the scope `requests:read`."""
        return self._call(RETRIEVE, {"request_id": request_id}, None, options)


class AsyncRequestsResource(AsyncResource):
    """What your keys and users sent to this API, and what it answered."""

    def list(self, params: RequestListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[RequestEntry]:
        """List requests. Requests by your API keys and users, refused ones included, for 7 days. They appear within a second. To follow them, read with `order=oldest` and `created_gte`; the page The request log says how. A key that is bound to profiles sees only requests of these profiles. Needs the scope `requests:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: RequestListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[RequestEntry]:
        """Search requests. Requests by your API keys and users, refused ones included, for 7 days. They appear within a second. To follow them, read with `order=oldest` and `created_gte`; the page The request log says how. A key that is bound to profiles sees only requests of these profiles. Needs the scope `requests:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, request_id: str, /, **options: Unpack[Options]) -> Request:
        """Retrieve a request. By `request_id`, or by the header X-Request-Id that you sent: then the newest one with it. Needs the scope `requests:read`."""
        return await self._call(RETRIEVE, {"request_id": request_id}, None, options)
