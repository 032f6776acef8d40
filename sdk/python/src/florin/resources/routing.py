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
        Routing,
        RoutingSimulate,
        RoutingUpdate,
        SimulatedRouting,
    )

RETRIEVE = Operation("routing.retrieve", "GET", "/account/{merchant_id}/business_profile/{profile_id}/routing")
UPDATE = Operation("routing.update", "POST", "/account/{merchant_id}/business_profile/{profile_id}/routing")
SIMULATE = Operation("routing.simulate", "POST", "/account/{merchant_id}/business_profile/{profile_id}/routing/simulate")


class RoutingResource(Resource):
    """Your accounts at acquirers, and the rules that decide which payment goes where."""

    def retrieve(self, merchant_id: str, profile_id: str, /, **options: Unpack[Options]) -> Routing:
        """Retrieve the routing rules of a profile. Needs the scope `workflows:read`."""
        return self._call(RETRIEVE, {"merchant_id": merchant_id, "profile_id": profile_id}, None, options)

    def update(self, merchant_id: str, profile_id: str, body: RoutingUpdate | None = None, /, **options: Unpack[Options]) -> Routing:
        """Change the routing rules of a profile. Rules decide which provider account gets a payment. They apply to new attempts within a second; an attempt that has begun stays with its account. Needs the scope `workflows:write`."""
        return self._call(UPDATE, {"merchant_id": merchant_id, "profile_id": profile_id}, body or {}, options)

    def simulate(self, merchant_id: str, profile_id: str, body: RoutingSimulate, /, **options: Unpack[Options]) -> SimulatedRouting:
        """Simulate the routing of a payment. Decides as a payment would be decided, and says which rule matched, which did not and why. Nothing is stored and no acquirer is called. Needs the scope `workflows:read`."""
        return self._call(SIMULATE, {"merchant_id": merchant_id, "profile_id": profile_id}, body, options)


class AsyncRoutingResource(AsyncResource):
    """Your accounts at acquirers, and the rules that decide which payment goes where."""

    async def retrieve(self, merchant_id: str, profile_id: str, /, **options: Unpack[Options]) -> Routing:
        """Retrieve the routing rules of a profile. Needs the scope `workflows:read`."""
        return await self._call(RETRIEVE, {"merchant_id": merchant_id, "profile_id": profile_id}, None, options)

    async def update(self, merchant_id: str, profile_id: str, body: RoutingUpdate | None = None, /, **options: Unpack[Options]) -> Routing:
        """Change the routing rules of a profile. Rules decide which provider account gets a payment. They apply to new attempts within a second; an attempt that has begun stays with its account. Needs the scope `workflows:write`."""
        return await self._call(UPDATE, {"merchant_id": merchant_id, "profile_id": profile_id}, body or {}, options)

    async def simulate(self, merchant_id: str, profile_id: str, body: RoutingSimulate, /, **options: Unpack[Options]) -> SimulatedRouting:
        """Simulate the routing of a payment. Decides as a payment would be decided, and says which rule matched, which did not and why. Nothing is stored and no acquirer is called. Needs the scope `workflows:read`."""
        return await self._call(SIMULATE, {"merchant_id": merchant_id, "profile_id": profile_id}, body, options)
