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
        PaymentLink,
        PaymentLinkCreate,
        PaymentLinkListParams,
        PaymentLinkPreview,
        PaymentLinkPreviewParams,
    )

CREATE = Operation("payment_links.create", "POST", "/payment_link")
PREVIEW = Operation("payment_links.preview", "POST", "/payment_link/preview")
LIST = Operation("payment_links.list", "GET", "/payment_link/list")
LIST_PAGES = Paging("cursor", id_field="payment_link_id")
SEARCH = Operation("payment_links.search", "POST", "/payment_link/list")
SEARCH_PAGES = Paging("cursor", id_field="payment_link_id")
RETRIEVE = Operation("payment_links.retrieve", "GET", "/payment_link/{payment_link_id}")
DEACTIVATE = Operation("payment_links.deactivate", "POST", "/payment_link/{payment_link_id}/deactivate")


class PaymentLinksResource(Resource):
    """A payment link is paid on a page of this server."""

    def create(self, body: PaymentLinkCreate, /, **options: Unpack[Options]) -> PaymentLink:
        """Create a payment link. Send its `url` to a shopper, who pays on a page of this server. Needs the scope `payment_links:write`."""
        return self._call(CREATE, {}, body, options)

    def preview(self, body: PaymentLinkPreviewParams, /, **options: Unpack[Options]) -> PaymentLinkPreview:
        """Preview the page of a payment link. Internal: what the page would show for these settings, which may be incomplete. The dashboard passes it to a frame with `/pay/new?preview`. Nothing is created. Needs the scope `payment_links:read`."""
        return self._call(PREVIEW, {}, body, options)

    def list(self, params: PaymentLinkListParams | None = None, /, **options: Unpack[Options]) -> Page[PaymentLink]:
        """List payment links. Needs the scope `payment_links:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: PaymentLinkListParams | None = None, /, **options: Unpack[Options]) -> Page[PaymentLink]:
        """Search payment links. Needs the scope `payment_links:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, payment_link_id: str, /, **options: Unpack[Options]) -> PaymentLink:
        """Retrieve a payment link. Needs the scope `payment_links:read`."""
        return self._call(RETRIEVE, {"payment_link_id": payment_link_id}, None, options)

    def deactivate(self, payment_link_id: str, /, **options: Unpack[Options]) -> PaymentLink:
        """Deactivate a payment link. From now on nobody can pay it. A payment that is in progress continues. Needs the scope `payment_links:write`."""
        return self._call(DEACTIVATE, {"payment_link_id": payment_link_id}, None, options)


class AsyncPaymentLinksResource(AsyncResource):
    """A payment link is paid on a page of this server."""

    async def create(self, body: PaymentLinkCreate, /, **options: Unpack[Options]) -> PaymentLink:
        """Create a payment link. Send its `url` to a shopper, who pays on a page of this server. Needs the scope `payment_links:write`."""
        return await self._call(CREATE, {}, body, options)

    async def preview(self, body: PaymentLinkPreviewParams, /, **options: Unpack[Options]) -> PaymentLinkPreview:
        """Preview the page of a payment link. Internal: what the page would show for these settings, which may be incomplete. The dashboard passes it to a frame with `/pay/new?preview`. Nothing is created. Needs the scope `payment_links:read`."""
        return await self._call(PREVIEW, {}, body, options)

    def list(self, params: PaymentLinkListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[PaymentLink]:
        """List payment links. Needs the scope `payment_links:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: PaymentLinkListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[PaymentLink]:
        """Search payment links. Needs the scope `payment_links:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, payment_link_id: str, /, **options: Unpack[Options]) -> PaymentLink:
        """Retrieve a payment link. Needs the scope `payment_links:read`."""
        return await self._call(RETRIEVE, {"payment_link_id": payment_link_id}, None, options)

    async def deactivate(self, payment_link_id: str, /, **options: Unpack[Options]) -> PaymentLink:
        """Deactivate a payment link. From now on nobody can pay it. A payment that is in progress continues. Needs the scope `payment_links:write`."""
        return await self._call(DEACTIVATE, {"payment_link_id": payment_link_id}, None, options)
