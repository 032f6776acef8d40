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
        Notes,
        Payment,
        PaymentApprove,
        PaymentCancel,
        PaymentCapture,
        PaymentConfirm,
        PaymentCreate,
        PaymentListParams,
        PaymentRetrieveParams,
        PaymentSettle,
        PaymentUpdate,
    )

CREATE = Operation("payments.create", "POST", "/payments")
LIST = Operation("payments.list", "GET", "/payments/list")
LIST_PAGES = Paging("cursor", id_field="payment_id")
SEARCH = Operation("payments.search", "POST", "/payments/list")
SEARCH_PAGES = Paging("cursor", id_field="payment_id")
RETRIEVE = Operation("payments.retrieve", "GET", "/payments/{payment_id}")
UPDATE = Operation("payments.update", "POST", "/payments/{payment_id}")
CONFIRM = Operation("payments.confirm", "POST", "/payments/{payment_id}/confirm")
CAPTURE = Operation("payments.capture", "POST", "/payments/{payment_id}/capture")
CANCEL = Operation("payments.cancel", "POST", "/payments/{payment_id}/cancel")
APPROVE = Operation("payments.approve", "POST", "/payments/{payment_id}/approve")
REJECT = Operation("payments.reject", "POST", "/payments/{payment_id}/reject")
SETTLE = Operation("payments.settle", "POST", "/sandbox/payments/{payment_id}/settle")
LIST_NOTES = Operation("payments.list_notes", "GET", "/payments/{payment_id}/notes")


class PaymentsResource(Resource):
    """A payment takes money from a customer: create, confirm, capture, cancel."""

    def create(self, body: PaymentCreate, /, **options: Unpack[Options]) -> Payment:
        """Create a payment. With `confirm: true` the payment is charged immediately; otherwise confirm it later. Needs the scope `payments:write`."""
        return self._call(CREATE, {}, body, options)

    def list(self, params: PaymentListParams | None = None, /, **options: Unpack[Options]) -> Page[Payment]:
        """List payments. Needs the scope `payments:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: PaymentListParams | None = None, /, **options: Unpack[Options]) -> Page[Payment]:
        """Search payments. Needs the scope `payments:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, payment_id: str, params: PaymentRetrieveParams | None = None, /, **options: Unpack[Options]) -> Payment:
        """Retrieve a payment. Needs the scope `payments:read`."""
        return self._call(RETRIEVE, {"payment_id": payment_id}, params or {}, options)

    def update(self, payment_id: str, body: PaymentUpdate | None = None, /, **options: Unpack[Options]) -> Payment:
        """Update a payment. Needs the scope `payments:write`."""
        return self._call(UPDATE, {"payment_id": payment_id}, body or {}, options)

    def confirm(self, payment_id: str, body: PaymentConfirm | None = None, /, **options: Unpack[Options]) -> Payment:
        """Confirm a payment. Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14`, or 409 `IR_16` if the payment is in a final state. Needs the scope `payments:write`."""
        return self._call(CONFIRM, {"payment_id": payment_id}, body or {}, options)

    def capture(self, payment_id: str, body: PaymentCapture | None = None, /, **options: Unpack[Options]) -> Payment:
        """Capture an authorized payment. Needs the scope `payments:write`."""
        return self._call(CAPTURE, {"payment_id": payment_id}, body or {}, options)

    def cancel(self, payment_id: str, body: PaymentCancel | None = None, /, **options: Unpack[Options]) -> Payment:
        """Cancel a payment. Needs the scope `payments:write`."""
        return self._call(CANCEL, {"payment_id": payment_id}, body or {}, options)

    def approve(self, payment_id: str, body: PaymentApprove | None = None, /, **options: Unpack[Options]) -> Payment:
        """Approve a payment held for review. Needs the scope `payments:write`."""
        return self._call(APPROVE, {"payment_id": payment_id}, body or {}, options)

    def reject(self, payment_id: str, /, **options: Unpack[Options]) -> Payment:
        """Reject a payment held for review. Needs the scope `payments:write`."""
        return self._call(REJECT, {"payment_id": payment_id}, None, options)

    def settle(self, payment_id: str, body: PaymentSettle | None = None, /, **options: Unpack[Options]) -> Payment:
        """Settle a waiting payment. Sandbox only. Simulates a customer who pays by bank transfer or another delayed method. Needs the scope `payments:write`."""
        return self._call(SETTLE, {"payment_id": payment_id}, body or {}, options)

    def list_notes(self, payment_id: str, /, **options: Unpack[Options]) -> Notes:
        """List the notes on a payment. Needs the scope `payments:read`."""
        return self._call(LIST_NOTES, {"payment_id": payment_id}, None, options)


class AsyncPaymentsResource(AsyncResource):
    """A payment takes money from a customer: create, confirm, capture, cancel."""

    async def create(self, body: PaymentCreate, /, **options: Unpack[Options]) -> Payment:
        """Create a payment. With `confirm: true` the payment is charged immediately; otherwise confirm it later. Needs the scope `payments:write`."""
        return await self._call(CREATE, {}, body, options)

    def list(self, params: PaymentListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Payment]:
        """List payments. Needs the scope `payments:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: PaymentListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Payment]:
        """Search payments. Needs the scope `payments:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, payment_id: str, params: PaymentRetrieveParams | None = None, /, **options: Unpack[Options]) -> Payment:
        """Retrieve a payment. Needs the scope `payments:read`."""
        return await self._call(RETRIEVE, {"payment_id": payment_id}, params or {}, options)

    async def update(self, payment_id: str, body: PaymentUpdate | None = None, /, **options: Unpack[Options]) -> Payment:
        """Update a payment. Needs the scope `payments:write`."""
        return await self._call(UPDATE, {"payment_id": payment_id}, body or {}, options)

    async def confirm(self, payment_id: str, body: PaymentConfirm | None = None, /, **options: Unpack[Options]) -> Payment:
        """Confirm a payment. Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14`, or 409 `IR_16` if the payment is in a final state. Needs the scope `payments:write`."""
        return await self._call(CONFIRM, {"payment_id": payment_id}, body or {}, options)

    async def capture(self, payment_id: str, body: PaymentCapture | None = None, /, **options: Unpack[Options]) -> Payment:
        """Capture an authorized payment. Needs the scope `payments:write`."""
        return await self._call(CAPTURE, {"payment_id": payment_id}, body or {}, options)

    async def cancel(self, payment_id: str, body: PaymentCancel | None = None, /, **options: Unpack[Options]) -> Payment:
        """Cancel a payment. Needs the scope `payments:write`."""
        return await self._call(CANCEL, {"payment_id": payment_id}, body or {}, options)

    async def approve(self, payment_id: str, body: PaymentApprove | None = None, /, **options: Unpack[Options]) -> Payment:
        """Approve a payment held for review. Needs the scope `payments:write`."""
        return await self._call(APPROVE, {"payment_id": payment_id}, body or {}, options)

    async def reject(self, payment_id: str, /, **options: Unpack[Options]) -> Payment:
        """Reject a payment held for review. Needs the scope `payments:write`."""
        return await self._call(REJECT, {"payment_id": payment_id}, None, options)

    async def settle(self, payment_id: str, body: PaymentSettle | None = None, /, **options: Unpack[Options]) -> Payment:
        """Settle a waiting payment. Sandbox only. Simulates a customer who pays by bank transfer or another delayed method. Needs the scope `payments:write`."""
        return await self._call(SETTLE, {"payment_id": payment_id}, body or {}, options)

    async def list_notes(self, payment_id: str, /, **options: Unpack[Options]) -> Notes:
        """List the notes on a payment. Needs the scope `payments:read`."""
        return await self._call(LIST_NOTES, {"payment_id": payment_id}, None, options)
