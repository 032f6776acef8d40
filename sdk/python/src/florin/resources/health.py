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
        Health,
    )

CHECK = Operation("health.check", "GET", "/health")


class HealthResource(Resource):
    """Whether the service works, and whether your key is valid."""

    def check(self, **options: Unpack[Options]) -> Health:
        """Check the service and your key."""
        return self._call(CHECK, {}, None, options)


class AsyncHealthResource(AsyncResource):
    """Whether the service works, and whether your key is valid."""

    async def check(self, **options: Unpack[Options]) -> Health:
        """Check the service and your key."""
        return await self._call(CHECK, {}, None, options)
