# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from .._typing import TypedDict


class MerchantClock(TypedDict):
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    now: str
    """The time of the test clock, in UTC."""
    ahead_seconds: int
    """How far the test clock is ahead of the real time."""
    due_remaining: int
    """What is due before the clock reaches the time to which it was advanced, counted to 100 for each type of object. 0: it has reached it. Above 0: repeat the request; it continues from `now` and does not advance further."""


class SandboxAdvanceClock(TypedDict):
    advance: str
    """How far to advance, such as `15m` or `8d`. The clock cannot be moved back."""
