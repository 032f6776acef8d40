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
        Connector,
        ConnectorCreate,
        ConnectorHealth,
        ConnectorListParams,
        ConnectorListPinnedMethodsParams,
        ConnectorListUndecidedOperationsParams,
        ConnectorUpdate,
        DeletedConnector,
        PinnedPaymentMethod,
        TestedConnector,
        UndecidedOperation,
    )

CREATE = Operation("connectors.create", "POST", "/account/{merchant_id}/connectors")
LIST = Operation("connectors.list", "GET", "/account/{merchant_id}/connectors")
LIST_PAGES = Paging("offset", in_data=False)
RETRIEVE = Operation("connectors.retrieve", "GET", "/account/{merchant_id}/connectors/{connector_id}")
UPDATE = Operation("connectors.update", "POST", "/account/{merchant_id}/connectors/{connector_id}")
DELETE = Operation("connectors.delete", "DELETE", "/account/{merchant_id}/connectors/{connector_id}")
RETRIEVE_HEALTH = Operation("connectors.retrieve_health", "GET", "/account/{merchant_id}/connectors/{connector_id}/health")
CHECK = Operation("connectors.check", "POST", "/account/{merchant_id}/connectors/{connector_id}/check")
LIST_PINNED_METHODS = Operation("connectors.list_pinned_methods", "GET", "/account/{merchant_id}/connectors/{connector_id}/pinned_methods")
LIST_PINNED_METHODS_PAGES = Paging("offset")
LIST_UNDECIDED_OPERATIONS = Operation("connectors.list_undecided_operations", "GET", "/account/{merchant_id}/undecided_operations")
LIST_UNDECIDED_OPERATIONS_PAGES = Paging("offset")


class ConnectorsResource(Resource):
    """Your accounts at acquirers, and the rules that decide which payment goes where."""

    def create(self, merchant_id: str, body: ConnectorCreate, /, **options: Unpack[Options]) -> Connector:
        """Connect a provider account. The acquirer is asked whether it accepts the credentials; no money moves. Only then the account exists. Needs the scope `connectors:write`."""
        return self._call(CREATE, {"merchant_id": merchant_id}, body, options)

    def list(self, merchant_id: str, params: ConnectorListParams | None = None, /, **options: Unpack[Options]) -> Page[Connector]:
        """List provider accounts. In the order in which they are tried where no routing rule decides. Needs the scope `connectors:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def retrieve(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> Connector:
        """Retrieve a provider account. Needs the scope `connectors:read`."""
        return self._call(RETRIEVE, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    def update(self, merchant_id: str, connector_id: str, body: ConnectorUpdate | None = None, /, **options: Unpack[Options]) -> Connector:
        """Update a provider account. New credentials are checked with the acquirer before they replace the old ones. Every process uses them within a second; a payment that the acquirer refuses meanwhile because of the old ones is sent again with the new ones. Needs the scope `connectors:write`."""
        return self._call(UPDATE, {"merchant_id": merchant_id, "connector_id": connector_id}, body or {}, options)

    def delete(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> DeletedConnector:
        """Delete a provider account. The credentials are deleted. Refused while a payment of the account can still be refunded or disputed. Needs the scope `connectors:write`."""
        return self._call(DELETE, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    def retrieve_health(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> ConnectorHealth:
        """Count the attempts of a provider account in the last hour. Needs the scope `connectors:read`."""
        return self._call(RETRIEVE_HEALTH, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    def check(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> TestedConnector:
        """Test the connection to a provider account. Asks the acquirer whether it accepts the stored credentials, and changes none of them. Needs the scope `connectors:read`."""
        return self._call(CHECK, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    def list_pinned_methods(self, merchant_id: str, connector_id: str, params: ConnectorListPinnedMethodsParams | None = None, /, **options: Unpack[Options]) -> Page[PinnedPaymentMethod]:
        """List the saved payment methods that only this provider account can charge. Newest first. Customers entered them on a page of the acquirer. While the account is disabled they cannot be charged: ask these customers for another method first. Needs the scope `connectors:read`."""
        return self._list(LIST_PINNED_METHODS, LIST_PINNED_METHODS_PAGES, {"merchant_id": merchant_id, "connector_id": connector_id}, params or {}, options)

    def list_undecided_operations(self, merchant_id: str, params: ConnectorListUndecidedOperationsParams | None = None, /, **options: Unpack[Options]) -> Page[UndecidedOperation]:
        """List calls whose outcome only a person can find out. The acquirer offers no way to settle them. The operator asks the acquirer, and records the answer with `florin-server operations resolve`. Needs the scope `payments:read`."""
        return self._list(LIST_UNDECIDED_OPERATIONS, LIST_UNDECIDED_OPERATIONS_PAGES, {"merchant_id": merchant_id}, params or {}, options)


class AsyncConnectorsResource(AsyncResource):
    """Your accounts at acquirers, and the rules that decide which payment goes where."""

    async def create(self, merchant_id: str, body: ConnectorCreate, /, **options: Unpack[Options]) -> Connector:
        """Connect a provider account. The acquirer is asked whether it accepts the credentials; no money moves. Only then the account exists. Needs the scope `connectors:write`."""
        return await self._call(CREATE, {"merchant_id": merchant_id}, body, options)

    def list(self, merchant_id: str, params: ConnectorListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Connector]:
        """List provider accounts. In the order in which they are tried where no routing rule decides. Needs the scope `connectors:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    async def retrieve(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> Connector:
        """Retrieve a provider account. Needs the scope `connectors:read`."""
        return await self._call(RETRIEVE, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    async def update(self, merchant_id: str, connector_id: str, body: ConnectorUpdate | None = None, /, **options: Unpack[Options]) -> Connector:
        """Update a provider account. New credentials are checked with the acquirer before they replace the old ones. Every process uses them within a second; a payment that the acquirer refuses meanwhile because of the old ones is sent again with the new ones. Needs the scope `connectors:write`."""
        return await self._call(UPDATE, {"merchant_id": merchant_id, "connector_id": connector_id}, body or {}, options)

    async def delete(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> DeletedConnector:
        """Delete a provider account. The credentials are deleted. Refused while a payment of the account can still be refunded or disputed. Needs the scope `connectors:write`."""
        return await self._call(DELETE, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    async def retrieve_health(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> ConnectorHealth:
        """Count the attempts of a provider account in the last hour. Needs the scope `connectors:read`."""
        return await self._call(RETRIEVE_HEALTH, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    async def check(self, merchant_id: str, connector_id: str, /, **options: Unpack[Options]) -> TestedConnector:
        """Test the connection to a provider account. Asks the acquirer whether it accepts the stored credentials, and changes none of them. Needs the scope `connectors:read`."""
        return await self._call(CHECK, {"merchant_id": merchant_id, "connector_id": connector_id}, None, options)

    def list_pinned_methods(self, merchant_id: str, connector_id: str, params: ConnectorListPinnedMethodsParams | None = None, /, **options: Unpack[Options]) -> AsyncList[PinnedPaymentMethod]:
        """List the saved payment methods that only this provider account can charge. Newest first. Customers entered them on a page of the acquirer. While the account is disabled they cannot be charged: ask these customers for another method first. Needs the scope `connectors:read`."""
        return self._list(LIST_PINNED_METHODS, LIST_PINNED_METHODS_PAGES, {"merchant_id": merchant_id, "connector_id": connector_id}, params or {}, options)

    def list_undecided_operations(self, merchant_id: str, params: ConnectorListUndecidedOperationsParams | None = None, /, **options: Unpack[Options]) -> AsyncList[UndecidedOperation]:
        """List calls whose outcome only a person can find out. The acquirer offers no way to settle them. The operator asks the acquirer, and records the answer with `florin-server operations resolve`. Needs the scope `payments:read`."""
        return self._list(LIST_UNDECIDED_OPERATIONS, LIST_UNDECIDED_OPERATIONS_PAGES, {"merchant_id": merchant_id}, params or {}, options)
