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
        Balances,
    )

RETRIEVE = Operation("balances.retrieve", "GET", "/balances")


class BalancesResource(Resource):
    """Your balances, and the ledger transfers that they consist of."""

    def retrieve(self, **options: Unpack[Options]) -> Balances:
        """Retrieve your balances. The available, held and in-transit amounts of each currency. Needs the scope `payouts:read`."""
        return self._call(RETRIEVE, {}, None, options)


class AsyncBalancesResource(AsyncResource):
    """Your balances, and the ledger transfers that they consist of."""

    async def retrieve(self, **options: Unpack[Options]) -> Balances:
        """Retrieve your balances. The available, held and in-transit amounts of each currency. Needs the scope `payouts:read`."""
        return await self._call(RETRIEVE, {}, None, options)
