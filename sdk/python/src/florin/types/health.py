# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import TypedDict


class Health(TypedDict):
    status: Literal["ok"]
    """Always `ok`: the service answers and the key works."""
    environment: Literal["sandbox", "production"]
    """The environment of this deployment, and so of the key."""
    merchant_id: str
    """The merchant that the key belongs to."""
    version: str
    """The release of Florin that answers."""
    time: str
    """The time for your merchant, in UTC."""
