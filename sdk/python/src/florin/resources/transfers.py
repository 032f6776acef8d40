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
        Transfer,
        TransferListParams,
    )

LIST = Operation("transfers.list", "GET", "/ledger/transfers")
LIST_PAGES = Paging("cursor", id_field="transfer_id")
SEARCH = Operation("transfers.search", "POST", "/ledger/transfers")
SEARCH_PAGES = Paging("cursor", id_field="transfer_id")


class TransfersResource(Resource):
    """Your balances, and the ledger transfers that they consist of."""

    def list(self, params: TransferListParams | None = None, /, **options: Unpack[Options]) -> Page[Transfer]:
        """List ledger transfers. Needs the scope `payouts:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: TransferListParams | None = None, /, **options: Unpack[Options]) -> Page[Transfer]:
        """Search ledger transfers. Needs the scope `payouts:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)


class AsyncTransfersResource(AsyncResource):
    """Your balances, and the ledger transfers that they consist of."""

    def list(self, params: TransferListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Transfer]:
        """List ledger transfers. Needs the scope `payouts:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: TransferListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Transfer]:
        """Search ledger transfers. Needs the scope `payouts:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)
