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
        Customer,
        CustomerCorrectCredit,
        CustomerCreate,
        CustomerCredit,
        CustomerEntry,
        CustomerListParams,
        CustomerListPaymentMethodsParams,
        CustomerListTimelineParams,
        CustomerRetrieveParams,
        CustomerUpdate,
        DeletedCustomer,
        Notes,
        PaymentMethod,
        TimelineEntry,
    )

CREATE = Operation("customers.create", "POST", "/customers")
LIST = Operation("customers.list", "GET", "/customers/list")
LIST_PAGES = Paging("cursor", id_field="customer_id")
SEARCH = Operation("customers.search", "POST", "/customers/list")
SEARCH_PAGES = Paging("cursor", id_field="customer_id")
RETRIEVE = Operation("customers.retrieve", "GET", "/customers/{customer_id}")
UPDATE = Operation("customers.update", "POST", "/customers/{customer_id}")
DELETE = Operation("customers.delete", "DELETE", "/customers/{customer_id}")
LIST_PAYMENT_METHODS = Operation("customers.list_payment_methods", "GET", "/customers/{customer_id}/payment_methods")
LIST_PAYMENT_METHODS_PAGES = Paging("cursor", id_field="payment_method_id")
SEARCH_PAYMENT_METHODS = Operation("customers.search_payment_methods", "POST", "/customers/{customer_id}/payment_methods")
SEARCH_PAYMENT_METHODS_PAGES = Paging("cursor", id_field="payment_method_id")
LIST_NOTES = Operation("customers.list_notes", "GET", "/customers/{customer_id}/notes")
RETRIEVE_CREDIT = Operation("customers.retrieve_credit", "GET", "/customers/{customer_id}/credit")
CORRECT_CREDIT = Operation("customers.correct_credit", "POST", "/customers/{customer_id}/credit")
LIST_TIMELINE = Operation("customers.list_timeline", "GET", "/customers/{customer_id}/timeline")
LIST_TIMELINE_PAGES = Paging("cursor", id_field="entry_id")


class CustomersResource(Resource):
    """The people who pay. Deleting one erases the personal data."""

    def create(self, body: CustomerCreate | None = None, /, **options: Unpack[Options]) -> Customer:
        """Create a customer. Needs the scope `customers:write`."""
        return self._call(CREATE, {}, body or {}, options)

    def list(self, params: CustomerListParams | None = None, /, **options: Unpack[Options]) -> Page[CustomerEntry]:
        """List customers. Needs the scope `customers:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: CustomerListParams | None = None, /, **options: Unpack[Options]) -> Page[CustomerEntry]:
        """Search customers. Needs the scope `customers:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, customer_id: str, params: CustomerRetrieveParams | None = None, /, **options: Unpack[Options]) -> Customer:
        """Retrieve a customer. Needs the scope `customers:read`."""
        return self._call(RETRIEVE, {"customer_id": customer_id}, params or {}, options)

    def update(self, customer_id: str, body: CustomerUpdate | None = None, /, **options: Unpack[Options]) -> Customer:
        """Update a customer. Omitted fields keep their values, `null` clears a field, `metadata` is merged key by key. Needs the scope `customers:write`."""
        return self._call(UPDATE, {"customer_id": customer_id}, body or {}, options)

    def delete(self, customer_id: str, /, **options: Unpack[Options]) -> DeletedCustomer:
        """Delete a customer. Erases personal data permanently; the id stays reserved. Not while a subscription bills the customer. Needs the scope `customers:write`."""
        return self._call(DELETE, {"customer_id": customer_id}, None, options)

    def list_payment_methods(self, customer_id: str, params: CustomerListPaymentMethodsParams | None = None, /, **options: Unpack[Options]) -> Page[PaymentMethod]:
        """List the saved payment methods of a customer. Needs the scope `customers:read`."""
        return self._list(LIST_PAYMENT_METHODS, LIST_PAYMENT_METHODS_PAGES, {"customer_id": customer_id}, params or {}, options)

    def search_payment_methods(self, customer_id: str, params: CustomerListPaymentMethodsParams | None = None, /, **options: Unpack[Options]) -> Page[PaymentMethod]:
        """Search the saved payment methods of a customer. Needs the scope `customers:read`."""
        return self._list(SEARCH_PAYMENT_METHODS, SEARCH_PAYMENT_METHODS_PAGES, {"customer_id": customer_id}, params or {}, options)

    def list_notes(self, customer_id: str, /, **options: Unpack[Options]) -> Notes:
        """List the notes on a customer. Needs the scope `customers:read`."""
        return self._call(LIST_NOTES, {"customer_id": customer_id}, None, options)

    def retrieve_credit(self, customer_id: str, /, **options: Unpack[Options]) -> CustomerCredit:
        """Retrieve the credit of a customer. Plan changes and cancellations add to it; invoices use it before the card is charged. Needs the scope `subscriptions:read`."""
        return self._call(RETRIEVE_CREDIT, {"customer_id": customer_id}, None, options)

    def correct_credit(self, customer_id: str, body: CustomerCorrectCredit, /, **options: Unpack[Options]) -> CustomerCredit:
        """Correct the credit of a customer. Adds credit, or takes it away with a negative amount. The next invoices use it; it is never paid out. Needs the scope `subscriptions:write`."""
        return self._call(CORRECT_CREDIT, {"customer_id": customer_id}, body, options)

    def list_timeline(self, customer_id: str, params: CustomerListTimelineParams | None = None, /, **options: Unpack[Options]) -> Page[TimelineEntry]:
        """Retrieve a customer's timeline. The customer's payments, refunds, disputes, payouts, payment links, subscriptions, invoices, saved payment methods and notes by the time of their creation, and changes of the customer. Only what the key or the user may read. Refunds and disputes are those of the newest 10,000 payments, counted from the page. In the sandbox changes have the real time, and everything else the test clock's. Needs the scope `customers:read`."""
        return self._list(LIST_TIMELINE, LIST_TIMELINE_PAGES, {"customer_id": customer_id}, params or {}, options)


class AsyncCustomersResource(AsyncResource):
    """The people who pay. Deleting one erases the personal data."""

    async def create(self, body: CustomerCreate | None = None, /, **options: Unpack[Options]) -> Customer:
        """Create a customer. Needs the scope `customers:write`."""
        return await self._call(CREATE, {}, body or {}, options)

    def list(self, params: CustomerListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[CustomerEntry]:
        """List customers. Needs the scope `customers:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: CustomerListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[CustomerEntry]:
        """Search customers. Needs the scope `customers:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, customer_id: str, params: CustomerRetrieveParams | None = None, /, **options: Unpack[Options]) -> Customer:
        """Retrieve a customer. Needs the scope `customers:read`."""
        return await self._call(RETRIEVE, {"customer_id": customer_id}, params or {}, options)

    async def update(self, customer_id: str, body: CustomerUpdate | None = None, /, **options: Unpack[Options]) -> Customer:
        """Update a customer. Omitted fields keep their values, `null` clears a field, `metadata` is merged key by key. Needs the scope `customers:write`."""
        return await self._call(UPDATE, {"customer_id": customer_id}, body or {}, options)

    async def delete(self, customer_id: str, /, **options: Unpack[Options]) -> DeletedCustomer:
        """Delete a customer. Erases personal data permanently; the id stays reserved. Not while a subscription bills the customer. Needs the scope `customers:write`."""
        return await self._call(DELETE, {"customer_id": customer_id}, None, options)

    def list_payment_methods(self, customer_id: str, params: CustomerListPaymentMethodsParams | None = None, /, **options: Unpack[Options]) -> AsyncList[PaymentMethod]:
        """List the saved payment methods of a customer. Needs the scope `customers:read`."""
        return self._list(LIST_PAYMENT_METHODS, LIST_PAYMENT_METHODS_PAGES, {"customer_id": customer_id}, params or {}, options)

    def search_payment_methods(self, customer_id: str, params: CustomerListPaymentMethodsParams | None = None, /, **options: Unpack[Options]) -> AsyncList[PaymentMethod]:
        """Search the saved payment methods of a customer. Needs the scope `customers:read`."""
        return self._list(SEARCH_PAYMENT_METHODS, SEARCH_PAYMENT_METHODS_PAGES, {"customer_id": customer_id}, params or {}, options)

    async def list_notes(self, customer_id: str, /, **options: Unpack[Options]) -> Notes:
        """List the notes on a customer. Needs the scope `customers:read`."""
        return await self._call(LIST_NOTES, {"customer_id": customer_id}, None, options)

    async def retrieve_credit(self, customer_id: str, /, **options: Unpack[Options]) -> CustomerCredit:
        """Retrieve the credit of a customer. Plan changes and cancellations add to it; invoices use it before the card is charged. Needs the scope `subscriptions:read`."""
        return await self._call(RETRIEVE_CREDIT, {"customer_id": customer_id}, None, options)

    async def correct_credit(self, customer_id: str, body: CustomerCorrectCredit, /, **options: Unpack[Options]) -> CustomerCredit:
        """Correct the credit of a customer. Adds credit, or takes it away with a negative amount. The next invoices use it; it is never paid out. Needs the scope `subscriptions:write`."""
        return await self._call(CORRECT_CREDIT, {"customer_id": customer_id}, body, options)

    def list_timeline(self, customer_id: str, params: CustomerListTimelineParams | None = None, /, **options: Unpack[Options]) -> AsyncList[TimelineEntry]:
        """Retrieve a customer's timeline. The customer's payments, refunds, disputes, payouts, payment links, subscriptions, invoices, saved payment methods and notes by the time of their creation, and changes of the customer. Only what the key or the user may read. Refunds and disputes are those of the newest 10,000 payments, counted from the page. In the sandbox changes have the real time, and everything else the test clock's. Needs the scope `customers:read`."""
        return self._list(LIST_TIMELINE, LIST_TIMELINE_PAGES, {"customer_id": customer_id}, params or {}, options)
