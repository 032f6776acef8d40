# Generated from the route table by `npm run sdk:python`. Do not edit.

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Operation
from .._options import Options
from .._resource import AsyncResource, Resource
from .._typing import Unpack

if TYPE_CHECKING:
    from ..types import (
        SearchQueryParams,
        SearchResults,
    )

QUERY = Operation("search.query", "GET", "/search")


class SearchResource(Resource):
    """Objects of any kind by parts of what they contain."""

    def query(self, params: SearchQueryParams, /, **options: Unpack[Options]) -> SearchResults:
        """Search everything. Finds customers, coupons, plans, invoices, subscriptions, payment links, payments, payouts, refunds and disputes by parts of what they contain. Only objects that the key or the user may read are found. A change is found within seconds; a customer that was deleted is never found."""
        return self._call(QUERY, {}, params, options)


class AsyncSearchResource(AsyncResource):
    """Objects of any kind by parts of what they contain."""

    async def query(self, params: SearchQueryParams, /, **options: Unpack[Options]) -> SearchResults:
        """Search everything. Finds customers, coupons, plans, invoices, subscriptions, payment links, payments, payouts, refunds and disputes by parts of what they contain. Only objects that the key or the user may read are found. A change is found within seconds; a customer that was deleted is never found."""
        return await self._call(QUERY, {}, params, options)
