# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Any
from .._typing import TypedDict
from .shared import PaymentMethodDataCard


class Token(TypedDict):
    token: str
    """Use it once, as `payment_method_data.token`."""
    card: dict[str, Any]
    """The card with its number masked: last four digits, brand and expiry."""
    expires_at: str
    """Until when it can be used, in UTC."""


class TokenCreate(TypedDict):
    card: PaymentMethodDataCard
    """The card. Its security code is used once and never stored."""
