# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from .._typing import TypedDict


class Balances(TypedDict):
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    as_of: str
    """The time of these balances, in UTC."""
    balances: list[BalancesBalance]
    """One for each currency that has had a transfer."""


class BalancesBalance(TypedDict):
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    available: int
    """Available for payouts."""
    pending: int
    """Captured for the merchant, not yet available for payouts. Not used yet."""
    held: int
    """The other side of a hold: the amount that can still be captured."""
    reserved_for_disputes: int
    """Reserved while a dispute is open."""
    refunds_in_transit: int
    """Refunds in progress."""
    payouts_in_transit: int
    """Payouts in progress."""
    fees: int
    """The fees of the operator, less the fees that the acquirer charges for disputes."""
