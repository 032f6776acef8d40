# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import TypedDict


class DeletedPaymentMethod(TypedDict):
    payment_method_id: str
    """The id of the saved payment method, `pm_…`."""
    deleted: Literal[True]
    """Always true: the object is deleted."""
