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
        Invoice,
        InvoiceListParams,
        InvoiceResolve,
    )

LIST = Operation("invoices.list", "GET", "/invoices/list")
LIST_PAGES = Paging("cursor", id_field="id")
SEARCH = Operation("invoices.search", "POST", "/invoices/list")
SEARCH_PAGES = Paging("cursor", id_field="id")
RETRIEVE = Operation("invoices.retrieve", "GET", "/invoices/{invoice_id}")
RESOLVE = Operation("invoices.resolve", "POST", "/invoices/{invoice_id}/resolve")


class InvoicesResource(Resource):
    """A subscription bills a plan period by period, one invoice for each."""

    def list(self, params: InvoiceListParams | None = None, /, **options: Unpack[Options]) -> Page[Invoice]:
        """List invoices. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: InvoiceListParams | None = None, /, **options: Unpack[Options]) -> Page[Invoice]:
        """Search invoices. Needs the scope `subscriptions:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, invoice_id: str, /, **options: Unpack[Options]) -> Invoice:
        """Retrieve an invoice. Needs the scope `subscriptions:read`."""
        return self._call(RETRIEVE, {"invoice_id": invoice_id}, None, options)

    def resolve(self, invoice_id: str, body: InvoiceResolve, /, **options: Unpack[Options]) -> Invoice:
        """Resolve an invoice that was paid in part. For an invoice in `manual_review` because less was received than it asks for: accept the part, or void the invoice and turn the part into credit. Needs the scope `subscriptions:write`."""
        return self._call(RESOLVE, {"invoice_id": invoice_id}, body, options)


class AsyncInvoicesResource(AsyncResource):
    """A subscription bills a plan period by period, one invoice for each."""

    def list(self, params: InvoiceListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Invoice]:
        """List invoices. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: InvoiceListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Invoice]:
        """Search invoices. Needs the scope `subscriptions:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, invoice_id: str, /, **options: Unpack[Options]) -> Invoice:
        """Retrieve an invoice. Needs the scope `subscriptions:read`."""
        return await self._call(RETRIEVE, {"invoice_id": invoice_id}, None, options)

    async def resolve(self, invoice_id: str, body: InvoiceResolve, /, **options: Unpack[Options]) -> Invoice:
        """Resolve an invoice that was paid in part. For an invoice in `manual_review` because less was received than it asks for: accept the part, or void the invoice and turn the part into credit. Needs the scope `subscriptions:write`."""
        return await self._call(RESOLVE, {"invoice_id": invoice_id}, body, options)
