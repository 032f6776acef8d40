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
        Refund,
        RefundCreate,
        RefundListParams,
        RefundResolve,
        RefundUpdate,
    )

CREATE = Operation("refunds.create", "POST", "/refunds")
LIST = Operation("refunds.list", "GET", "/refunds/list")
LIST_PAGES = Paging("cursor", id_field="refund_id")
SEARCH = Operation("refunds.search", "POST", "/refunds/list")
SEARCH_PAGES = Paging("cursor", id_field="refund_id")
RETRIEVE = Operation("refunds.retrieve", "GET", "/refunds/{refund_id}")
UPDATE = Operation("refunds.update", "POST", "/refunds/{refund_id}")
RESOLVE = Operation("refunds.resolve", "POST", "/accounts/{merchant_id}/refunds/{refund_id}/resolve")


class RefundsResource(Resource):
    """A refund returns money of a payment to the customer."""

    def create(self, body: RefundCreate, /, **options: Unpack[Options]) -> Refund:
        """Refund a payment. Refunds `amount`, or everything that is left. Can be repeated while something is left. Needs the scope `refunds:write`."""
        return self._call(CREATE, {}, body, options)

    def list(self, params: RefundListParams | None = None, /, **options: Unpack[Options]) -> Page[Refund]:
        """List refunds. Needs the scope `refunds:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: RefundListParams | None = None, /, **options: Unpack[Options]) -> Page[Refund]:
        """Search refunds. Needs the scope `refunds:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, refund_id: str, /, **options: Unpack[Options]) -> Refund:
        """Retrieve a refund. Needs the scope `refunds:read`."""
        return self._call(RETRIEVE, {"refund_id": refund_id}, None, options)

    def update(self, refund_id: str, body: RefundUpdate | None = None, /, **options: Unpack[Options]) -> Refund:
        """Update a refund. Allowed in any status. Omitted fields keep their values, `metadata` is merged key by key. Needs the scope `refunds:write`."""
        return self._call(UPDATE, {"refund_id": refund_id}, body or {}, options)

    def resolve(self, merchant_id: str, refund_id: str, body: RefundResolve, /, **options: Unpack[Options]) -> Refund:
        """Resolve a refund in review. For the operator: requires the key in FLORIN_ADMIN_KEY. Query the refund at the acquirer and record its outcome here."""
        return self._call(RESOLVE, {"merchant_id": merchant_id, "refund_id": refund_id}, body, options)


class AsyncRefundsResource(AsyncResource):
    """A refund returns money of a payment to the customer."""

    async def create(self, body: RefundCreate, /, **options: Unpack[Options]) -> Refund:
        """Refund a payment. Refunds `amount`, or everything that is left. Can be repeated while something is left. Needs the scope `refunds:write`."""
        return await self._call(CREATE, {}, body, options)

    def list(self, params: RefundListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Refund]:
        """List refunds. Needs the scope `refunds:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: RefundListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Refund]:
        """Search refunds. Needs the scope `refunds:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, refund_id: str, /, **options: Unpack[Options]) -> Refund:
        """Retrieve a refund. Needs the scope `refunds:read`."""
        return await self._call(RETRIEVE, {"refund_id": refund_id}, None, options)

    async def update(self, refund_id: str, body: RefundUpdate | None = None, /, **options: Unpack[Options]) -> Refund:
        """Update a refund. Allowed in any status. Omitted fields keep their values, `metadata` is merged key by key. Needs the scope `refunds:write`."""
        return await self._call(UPDATE, {"refund_id": refund_id}, body or {}, options)

    async def resolve(self, merchant_id: str, refund_id: str, body: RefundResolve, /, **options: Unpack[Options]) -> Refund:
        """Resolve a refund in review. For the operator: requires the key in FLORIN_ADMIN_KEY. Query the refund at the acquirer and record its outcome here."""
        return await self._call(RESOLVE, {"merchant_id": merchant_id, "refund_id": refund_id}, body, options)
