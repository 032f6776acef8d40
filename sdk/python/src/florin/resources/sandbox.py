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
        MerchantClock,
        SandboxAdvanceClock,
    )

ADVANCE_CLOCK = Operation("sandbox.advance_clock", "POST", "/sandbox/clock")
RETRIEVE_CLOCK = Operation("sandbox.retrieve_clock", "GET", "/sandbox/clock")


class SandboxResource(Resource):
    """In the sandbox only: advance the time."""

    def advance_clock(self, body: SandboxAdvanceClock, /, **options: Unpack[Options]) -> MerchantClock:
        """Advance the test clock. Sandbox only. Moves the time of your merchant forward. The clock stops at every moment at which something is due, and what is due runs at that time before the clock goes on: one step of a year and 365 steps of a day give the same history. The call works for up to 20 seconds. If something remains, `due_remaining` is above 0: repeat the request, with another Idempotency-Key if you use one. It continues to the same target and does not add its own `advance`. The sandbox bank follows the clock, except for bank transfers, which customers make in their own time. API keys and rate limits keep using the real time. Needs the scope `payments:write`."""
        return self._call(ADVANCE_CLOCK, {}, body, options)

    def retrieve_clock(self, **options: Unpack[Options]) -> MerchantClock:
        """Retrieve the test clock. Needs the scope `payments:read`."""
        return self._call(RETRIEVE_CLOCK, {}, None, options)


class AsyncSandboxResource(AsyncResource):
    """In the sandbox only: advance the time."""

    async def advance_clock(self, body: SandboxAdvanceClock, /, **options: Unpack[Options]) -> MerchantClock:
        """Advance the test clock. Sandbox only. Moves the time of your merchant forward. The clock stops at every moment at which something is due, and what is due runs at that time before the clock goes on: one step of a year and 365 steps of a day give the same history. The call works for up to 20 seconds. If something remains, `due_remaining` is above 0: repeat the request, with another Idempotency-Key if you use one. It continues to the same target and does not add its own `advance`. The sandbox bank follows the clock, except for bank transfers, which customers make in their own time. API keys and rate limits keep using the real time. Needs the scope `payments:write`."""
        return await self._call(ADVANCE_CLOCK, {}, body, options)

    async def retrieve_clock(self, **options: Unpack[Options]) -> MerchantClock:
        """Retrieve the test clock. Needs the scope `payments:read`."""
        return await self._call(RETRIEVE_CLOCK, {}, None, options)
