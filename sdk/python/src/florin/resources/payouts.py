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
        Payout,
        PayoutCancel,
        PayoutConfirm,
        PayoutCreate,
        PayoutFulfill,
        PayoutListParams,
        PayoutSettle,
        PayoutUpdate,
    )

CREATE = Operation("payouts.create", "POST", "/payouts/create")
LIST = Operation("payouts.list", "GET", "/payouts/list")
LIST_PAGES = Paging("cursor", id_field="payout_id")
SEARCH = Operation("payouts.search", "POST", "/payouts/list")
SEARCH_PAGES = Paging("cursor", id_field="payout_id")
RETRIEVE = Operation("payouts.retrieve", "GET", "/payouts/{payout_id}")
UPDATE = Operation("payouts.update", "PUT", "/payouts/{payout_id}")
CONFIRM = Operation("payouts.confirm", "POST", "/payouts/{payout_id}/confirm")
FULFILL = Operation("payouts.fulfill", "POST", "/payouts/{payout_id}/fulfill")
CANCEL = Operation("payouts.cancel", "POST", "/payouts/{payout_id}/cancel")
SETTLE = Operation("payouts.settle", "POST", "/sandbox/payouts/{payout_id}/settle")
ONBOARD = Operation("payouts.onboard", "POST", "/sandbox/payouts/{payout_id}/onboard")


class PayoutsResource(Resource):
    """A payout sends money from your balance to a recipient."""

    def create(self, body: PayoutCreate, /, **options: Unpack[Options]) -> Payout:
        """Create a payout. Sends nothing yet. With `auto_fulfill: true` the payout is sent automatically within seconds; otherwise fulfill it. Needs the scope `payouts:write`."""
        return self._call(CREATE, {}, body, options)

    def list(self, params: PayoutListParams | None = None, /, **options: Unpack[Options]) -> Page[Payout]:
        """List payouts. Needs the scope `payouts:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: PayoutListParams | None = None, /, **options: Unpack[Options]) -> Page[Payout]:
        """Search payouts. Needs the scope `payouts:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, payout_id: str, /, **options: Unpack[Options]) -> Payout:
        """Retrieve a payout. Needs the scope `payouts:read`."""
        return self._call(RETRIEVE, {"payout_id": payout_id}, None, options)

    def update(self, payout_id: str, body: PayoutUpdate | None = None, /, **options: Unpack[Options]) -> Payout:
        """Update a payout. Allowed until the payout is sent. Omitted fields keep their values; `metadata` is merged key by key. Needs the scope `payouts:write`."""
        return self._call(UPDATE, {"payout_id": payout_id}, body or {}, options)

    def confirm(self, payout_id: str, body: PayoutConfirm | None = None, /, **options: Unpack[Options]) -> Payout:
        """Confirm a payout. Confirms the details of the payout, and can set them. A recipient can set them too, with a publishable key and the `client_secret`, while no recipient is set; afterwards this is 409. Needs the scope `payouts:write`."""
        return self._call(CONFIRM, {"payout_id": payout_id}, body or {}, options)

    def fulfill(self, payout_id: str, body: PayoutFulfill | None = None, /, **options: Unpack[Options]) -> Payout:
        """Fulfill a payout. Sends the money. Refused with 422 while approvals are missing; `details.approvals_missing` says how many. Needs the scope `payouts:write`."""
        return self._call(FULFILL, {"payout_id": payout_id}, body or {}, options)

    def cancel(self, payout_id: str, body: PayoutCancel | None = None, /, **options: Unpack[Options]) -> Payout:
        """Cancel a payout. Needs the scope `payouts:write`."""
        return self._call(CANCEL, {"payout_id": payout_id}, body or {}, options)

    def settle(self, payout_id: str, body: PayoutSettle | None = None, /, **options: Unpack[Options]) -> Payout:
        """Settle a payout. Sandbox only. Simulates the rail, or the bank that returns the money. Needs the scope `payouts:write`."""
        return self._call(SETTLE, {"payout_id": payout_id}, body or {}, options)

    def onboard(self, payout_id: str, /, **options: Unpack[Options]) -> Payout:
        """Onboard the recipient of a payout. Sandbox only. Simulates a recipient who opens the account that the payout is waiting for. Needs the scope `payouts:write`."""
        return self._call(ONBOARD, {"payout_id": payout_id}, None, options)


class AsyncPayoutsResource(AsyncResource):
    """A payout sends money from your balance to a recipient."""

    async def create(self, body: PayoutCreate, /, **options: Unpack[Options]) -> Payout:
        """Create a payout. Sends nothing yet. With `auto_fulfill: true` the payout is sent automatically within seconds; otherwise fulfill it. Needs the scope `payouts:write`."""
        return await self._call(CREATE, {}, body, options)

    def list(self, params: PayoutListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Payout]:
        """List payouts. Needs the scope `payouts:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: PayoutListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Payout]:
        """Search payouts. Needs the scope `payouts:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, payout_id: str, /, **options: Unpack[Options]) -> Payout:
        """Retrieve a payout. Needs the scope `payouts:read`."""
        return await self._call(RETRIEVE, {"payout_id": payout_id}, None, options)

    async def update(self, payout_id: str, body: PayoutUpdate | None = None, /, **options: Unpack[Options]) -> Payout:
        """Update a payout. Allowed until the payout is sent. Omitted fields keep their values; `metadata` is merged key by key. Needs the scope `payouts:write`."""
        return await self._call(UPDATE, {"payout_id": payout_id}, body or {}, options)

    async def confirm(self, payout_id: str, body: PayoutConfirm | None = None, /, **options: Unpack[Options]) -> Payout:
        """Confirm a payout. Confirms the details of the payout, and can set them. A recipient can set them too, with a publishable key and the `client_secret`, while no recipient is set; afterwards this is 409. Needs the scope `payouts:write`."""
        return await self._call(CONFIRM, {"payout_id": payout_id}, body or {}, options)

    async def fulfill(self, payout_id: str, body: PayoutFulfill | None = None, /, **options: Unpack[Options]) -> Payout:
        """Fulfill a payout. Sends the money. Refused with 422 while approvals are missing; `details.approvals_missing` says how many. Needs the scope `payouts:write`."""
        return await self._call(FULFILL, {"payout_id": payout_id}, body or {}, options)

    async def cancel(self, payout_id: str, body: PayoutCancel | None = None, /, **options: Unpack[Options]) -> Payout:
        """Cancel a payout. Needs the scope `payouts:write`."""
        return await self._call(CANCEL, {"payout_id": payout_id}, body or {}, options)

    async def settle(self, payout_id: str, body: PayoutSettle | None = None, /, **options: Unpack[Options]) -> Payout:
        """Settle a payout. Sandbox only. Simulates the rail, or the bank that returns the money. Needs the scope `payouts:write`."""
        return await self._call(SETTLE, {"payout_id": payout_id}, body or {}, options)

    async def onboard(self, payout_id: str, /, **options: Unpack[Options]) -> Payout:
        """Onboard the recipient of a payout. Sandbox only. Simulates a recipient who opens the account that the payout is waiting for. Needs the scope `payouts:write`."""
        return await self._call(ONBOARD, {"payout_id": payout_id}, None, options)
