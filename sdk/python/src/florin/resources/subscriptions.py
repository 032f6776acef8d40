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
        Subscription,
        SubscriptionActionEstimate,
        SubscriptionCancel,
        SubscriptionConfirm,
        SubscriptionCreate,
        SubscriptionCreateAndConfirm,
        SubscriptionEstimate,
        SubscriptionEstimateChange,
        SubscriptionEstimateFirstInvoiceParams,
        SubscriptionItem,
        SubscriptionListInvoicesParams,
        SubscriptionListItemsParams,
        SubscriptionListParams,
        SubscriptionPause,
        SubscriptionResume,
        SubscriptionUpdate,
    )

CREATE = Operation("subscriptions.create", "POST", "/subscriptions/create")
CREATE_AND_CONFIRM = Operation("subscriptions.create_and_confirm", "POST", "/subscriptions")
LIST = Operation("subscriptions.list", "GET", "/subscriptions/list")
LIST_PAGES = Paging("cursor", id_field="id")
SEARCH = Operation("subscriptions.search", "POST", "/subscriptions/list")
SEARCH_PAGES = Paging("cursor", id_field="id")
LIST_ITEMS = Operation("subscriptions.list_items", "GET", "/subscriptions/items")
LIST_ITEMS_PAGES = Paging("offset", in_data=False)
ESTIMATE_FIRST_INVOICE = Operation("subscriptions.estimate_first_invoice", "GET", "/subscriptions/estimate")
RETRIEVE = Operation("subscriptions.retrieve", "GET", "/subscriptions/{subscription_id}")
CONFIRM = Operation("subscriptions.confirm", "POST", "/subscriptions/{subscription_id}/confirm")
UPDATE = Operation("subscriptions.update", "PUT", "/subscriptions/{subscription_id}/update")
PAUSE = Operation("subscriptions.pause", "POST", "/subscriptions/{subscription_id}/pause")
RESUME = Operation("subscriptions.resume", "POST", "/subscriptions/{subscription_id}/resume")
CANCEL = Operation("subscriptions.cancel", "POST", "/subscriptions/{subscription_id}/cancel")
ESTIMATE_CHANGE = Operation("subscriptions.estimate_change", "POST", "/subscriptions/{subscription_id}/estimate")
LIST_INVOICES = Operation("subscriptions.list_invoices", "GET", "/subscriptions/{subscription_id}/invoices")
LIST_INVOICES_PAGES = Paging("cursor", id_field="id")
SEARCH_INVOICES = Operation("subscriptions.search_invoices", "POST", "/subscriptions/{subscription_id}/invoices")
SEARCH_INVOICES_PAGES = Paging("cursor", id_field="id")


class SubscriptionsResource(Resource):
    """A subscription bills a plan period by period, one invoice for each."""

    def create(self, body: SubscriptionCreate, /, **options: Unpack[Options]) -> Subscription:
        """Create a subscription. The subscription is `created`, with its first invoice and the payment of it. Confirm it with a payment method within 24 hours. Needs the scope `subscriptions:write`."""
        return self._call(CREATE, {}, body, options)

    def create_and_confirm(self, body: SubscriptionCreateAndConfirm, /, **options: Unpack[Options]) -> Subscription:
        """Create and confirm a subscription. The same as create and confirm. If an error is returned after the subscription was created, it waits for another confirmation. Needs the scope `subscriptions:write`."""
        return self._call(CREATE_AND_CONFIRM, {}, body, options)

    def list(self, params: SubscriptionListParams | None = None, /, **options: Unpack[Options]) -> Page[Subscription]:
        """List subscriptions. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: SubscriptionListParams | None = None, /, **options: Unpack[Options]) -> Page[Subscription]:
        """Search subscriptions. Needs the scope `subscriptions:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def list_items(self, params: SubscriptionListItemsParams | None = None, /, **options: Unpack[Options]) -> Page[SubscriptionItem]:
        """List what can be subscribed to. The active plans with their prices, newest first, as an array. Needs the scope `subscriptions:read`."""
        return self._list(LIST_ITEMS, LIST_ITEMS_PAGES, {}, params or {}, options)

    def estimate_first_invoice(self, params: SubscriptionEstimateFirstInvoiceParams, /, **options: Unpack[Options]) -> SubscriptionEstimate:
        """Estimate the first invoice. What a subscription would cost, with its coupon; nothing is created. Needs the scope `subscriptions:read`."""
        return self._call(ESTIMATE_FIRST_INVOICE, {}, params, options)

    def retrieve(self, subscription_id: str, /, **options: Unpack[Options]) -> Subscription:
        """Retrieve a subscription. Needs the scope `subscriptions:read`."""
        return self._call(RETRIEVE, {"subscription_id": subscription_id}, None, options)

    def confirm(self, subscription_id: str, body: SubscriptionConfirm, /, **options: Unpack[Options]) -> Subscription:
        """Confirm a subscription. Pays the open invoice with the payment method that is sent, and saves it for renewals. A trial charges nothing: the card is only checked. Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14` while its payment waits, or 409 `IR_16`. Needs the scope `subscriptions:write`."""
        return self._call(CONFIRM, {"subscription_id": subscription_id}, body, options)

    def update(self, subscription_id: str, body: SubscriptionUpdate, /, **options: Unpack[Options]) -> Subscription:
        """Change the plan of a subscription. The rest of the present period is invoiced at once: the new price less what is left of the old one. If that is negative, it becomes credit of the customer. The change takes effect when it is paid; until then `pending_update` shows it. `status` says whether it was paid: `active`, `pending`, `unpaid`, or `failed` if a risk rule blocked it. Needs the scope `subscriptions:write`."""
        return self._call(UPDATE, {"subscription_id": subscription_id}, body, options)

    def pause(self, subscription_id: str, body: SubscriptionPause, /, **options: Unpack[Options]) -> Subscription:
        """Pause a subscription. Nothing is billed while it is paused, and an open invoice is not collected. Needs the scope `subscriptions:write`."""
        return self._call(PAUSE, {"subscription_id": subscription_id}, body, options)

    def resume(self, subscription_id: str, body: SubscriptionResume, /, **options: Unpack[Options]) -> Subscription:
        """Resume a subscription. If the paid period has passed, a new one begins and is charged at once. Needs the scope `subscriptions:write`."""
        return self._call(RESUME, {"subscription_id": subscription_id}, body, options)

    def cancel(self, subscription_id: str, body: SubscriptionCancel, /, **options: Unpack[Options]) -> Subscription:
        """Cancel a subscription. At once, at the end of the period, or at a date. `credit_option` says what of the paid period becomes credit of the customer. Needs the scope `subscriptions:write`."""
        return self._call(CANCEL, {"subscription_id": subscription_id}, body, options)

    def estimate_change(self, subscription_id: str, body: SubscriptionEstimateChange | None = None, /, **options: Unpack[Options]) -> SubscriptionActionEstimate:
        """Estimate a change of a subscription. What a plan change, a cancellation or a resumption would invoice, credit and charge now; nothing is created. A refusal is that of the action. Needs the scope `subscriptions:read`."""
        return self._call(ESTIMATE_CHANGE, {"subscription_id": subscription_id}, body or {}, options)

    def list_invoices(self, subscription_id: str, params: SubscriptionListInvoicesParams | None = None, /, **options: Unpack[Options]) -> Page[Invoice]:
        """List the invoices of a subscription. Needs the scope `subscriptions:read`."""
        return self._list(LIST_INVOICES, LIST_INVOICES_PAGES, {"subscription_id": subscription_id}, params or {}, options)

    def search_invoices(self, subscription_id: str, params: SubscriptionListInvoicesParams | None = None, /, **options: Unpack[Options]) -> Page[Invoice]:
        """Search the invoices of a subscription. Needs the scope `subscriptions:read`."""
        return self._list(SEARCH_INVOICES, SEARCH_INVOICES_PAGES, {"subscription_id": subscription_id}, params or {}, options)


class AsyncSubscriptionsResource(AsyncResource):
    """A subscription bills a plan period by period, one invoice for each."""

    async def create(self, body: SubscriptionCreate, /, **options: Unpack[Options]) -> Subscription:
        """Create a subscription. The subscription is `created`, with its first invoice and the payment of it. Confirm it with a payment method within 24 hours. Needs the scope `subscriptions:write`."""
        return await self._call(CREATE, {}, body, options)

    async def create_and_confirm(self, body: SubscriptionCreateAndConfirm, /, **options: Unpack[Options]) -> Subscription:
        """Create and confirm a subscription. The same as create and confirm. If an error is returned after the subscription was created, it waits for another confirmation. Needs the scope `subscriptions:write`."""
        return await self._call(CREATE_AND_CONFIRM, {}, body, options)

    def list(self, params: SubscriptionListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Subscription]:
        """List subscriptions. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: SubscriptionListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Subscription]:
        """Search subscriptions. Needs the scope `subscriptions:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def list_items(self, params: SubscriptionListItemsParams | None = None, /, **options: Unpack[Options]) -> AsyncList[SubscriptionItem]:
        """List what can be subscribed to. The active plans with their prices, newest first, as an array. Needs the scope `subscriptions:read`."""
        return self._list(LIST_ITEMS, LIST_ITEMS_PAGES, {}, params or {}, options)

    async def estimate_first_invoice(self, params: SubscriptionEstimateFirstInvoiceParams, /, **options: Unpack[Options]) -> SubscriptionEstimate:
        """Estimate the first invoice. What a subscription would cost, with its coupon; nothing is created. Needs the scope `subscriptions:read`."""
        return await self._call(ESTIMATE_FIRST_INVOICE, {}, params, options)

    async def retrieve(self, subscription_id: str, /, **options: Unpack[Options]) -> Subscription:
        """Retrieve a subscription. Needs the scope `subscriptions:read`."""
        return await self._call(RETRIEVE, {"subscription_id": subscription_id}, None, options)

    async def confirm(self, subscription_id: str, body: SubscriptionConfirm, /, **options: Unpack[Options]) -> Subscription:
        """Confirm a subscription. Pays the open invoice with the payment method that is sent, and saves it for renewals. A trial charges nothing: the card is only checked. Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14` while its payment waits, or 409 `IR_16`. Needs the scope `subscriptions:write`."""
        return await self._call(CONFIRM, {"subscription_id": subscription_id}, body, options)

    async def update(self, subscription_id: str, body: SubscriptionUpdate, /, **options: Unpack[Options]) -> Subscription:
        """Change the plan of a subscription. The rest of the present period is invoiced at once: the new price less what is left of the old one. If that is negative, it becomes credit of the customer. The change takes effect when it is paid; until then `pending_update` shows it. `status` says whether it was paid: `active`, `pending`, `unpaid`, or `failed` if a risk rule blocked it. Needs the scope `subscriptions:write`."""
        return await self._call(UPDATE, {"subscription_id": subscription_id}, body, options)

    async def pause(self, subscription_id: str, body: SubscriptionPause, /, **options: Unpack[Options]) -> Subscription:
        """Pause a subscription. Nothing is billed while it is paused, and an open invoice is not collected. Needs the scope `subscriptions:write`."""
        return await self._call(PAUSE, {"subscription_id": subscription_id}, body, options)

    async def resume(self, subscription_id: str, body: SubscriptionResume, /, **options: Unpack[Options]) -> Subscription:
        """Resume a subscription. If the paid period has passed, a new one begins and is charged at once. Needs the scope `subscriptions:write`."""
        return await self._call(RESUME, {"subscription_id": subscription_id}, body, options)

    async def cancel(self, subscription_id: str, body: SubscriptionCancel, /, **options: Unpack[Options]) -> Subscription:
        """Cancel a subscription. At once, at the end of the period, or at a date. `credit_option` says what of the paid period becomes credit of the customer. Needs the scope `subscriptions:write`."""
        return await self._call(CANCEL, {"subscription_id": subscription_id}, body, options)

    async def estimate_change(self, subscription_id: str, body: SubscriptionEstimateChange | None = None, /, **options: Unpack[Options]) -> SubscriptionActionEstimate:
        """Estimate a change of a subscription. What a plan change, a cancellation or a resumption would invoice, credit and charge now; nothing is created. A refusal is that of the action. Needs the scope `subscriptions:read`."""
        return await self._call(ESTIMATE_CHANGE, {"subscription_id": subscription_id}, body or {}, options)

    def list_invoices(self, subscription_id: str, params: SubscriptionListInvoicesParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Invoice]:
        """List the invoices of a subscription. Needs the scope `subscriptions:read`."""
        return self._list(LIST_INVOICES, LIST_INVOICES_PAGES, {"subscription_id": subscription_id}, params or {}, options)

    def search_invoices(self, subscription_id: str, params: SubscriptionListInvoicesParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Invoice]:
        """Search the invoices of a subscription. Needs the scope `subscriptions:read`."""
        return self._list(SEARCH_INVOICES, SEARCH_INVOICES_PAGES, {"subscription_id": subscription_id}, params or {}, options)
