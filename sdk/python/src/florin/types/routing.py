# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import CardCountry, Currency, PaymentMethodType


class Account(TypedDict):
    connector_id: str
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    connector_label: str
    """The label of the account."""
    place: int | None
    """The position among the accounts to try, from 1; null if it is not tried."""
    reason: str | None
    """Why it is not tried; null if it is."""


class Routing(TypedDict):
    profile_id: str
    """The id of the business profile, `pro_…`."""
    rules: list[RoutingRule]
    """In order: the first rule that a payment matches decides."""
    default: list[RoutingUse]
    """For payments that match no rule. Empty: every account that can take the payment, by `priority`."""
    max_fallbacks: int
    """How many further accounts are tried within one request, after an account that certainly charged nothing. 0: none."""
    modified_at: str | None
    """When it was last changed, in UTC; null if never."""


class RoutingAmount(TypedDict, total=False):
    """The amount, bounds included."""
    min: int
    """At least this amount, in the lowest unit."""
    max: int
    """At most this amount, in the lowest unit."""


class RoutingCondition(TypedDict, total=False):
    """All of these must hold. An empty object matches every payment."""
    payment_method: list[Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"]]
    """One of these methods."""
    payment_method_type: list[PaymentMethodType]
    """One of these types."""
    currency: list[Currency]
    """One of these currencies."""
    amount: RoutingAmount
    """The amount, bounds included."""
    card_network: list[Literal["amex", "diners", "jcb", "discover", "unionpay", "visa", "mastercard", "maestro"]]
    """One of these card networks, by the card number."""
    card_country: list[CardCountry]
    """The country of the card, where it is known: a payment whose card country is unknown does not match."""
    billing_country: list[CardCountry]
    """The country of the billing address."""
    metadata: dict[str, str]
    """Pairs that the metadata of the payment must have."""


class RoutingRule(TypedDict):
    name: NotRequired[str]
    """A name for your team."""
    when: RoutingCondition
    """All of these must hold. An empty object matches every payment."""
    use: list[RoutingUse]
    """The accounts to try."""


class RoutingSimulate(TypedDict):
    payment_id: NotRequired[str]
    """Weights follow the id of the payment: the same id gets the same accounts. A card number is refused."""
    payment_method_type: PaymentMethodType
    """A type of payment method, such as credit or ideal (all: /docs)."""
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: int
    """In the lowest unit of the currency."""
    capture_method: NotRequired[Literal["automatic", "manual", "manual_multiple"]]
    """When the money is captured; `automatic` by default."""
    card_network: NotRequired[Literal["amex", "diners", "jcb", "discover", "unionpay", "visa", "mastercard", "maestro"]]
    """A card network, such as visa."""
    card_country: NotRequired[CardCountry]
    """An ISO 3166-1 code of two capital letters, such as DE."""
    billing_country: NotRequired[CardCountry]
    """An ISO 3166-1 code of two capital letters, such as DE."""
    metadata: NotRequired[dict[str, str]]
    """The metadata of the payment, for rules that ask for it."""
    rules: NotRequired[list[RoutingRule]]
    """Rules to try out instead of the stored ones."""
    default: NotRequired[list[RoutingUse]]
    """A default to try out instead of the stored one."""


class RoutingUpdate(TypedDict, total=False):
    rules: list[RoutingRule]
    """In order: the first rule that a payment matches decides."""
    default: list[RoutingUse]
    """For payments that match no rule. Empty: every account that can take the payment, by `priority`."""
    max_fallbacks: int
    """How many further accounts are tried within one request, after an account that certainly charged nothing. 0: none."""


class RoutingUse(TypedDict):
    connector_id: str
    """An account of the merchant."""
    weight: NotRequired[int]
    """The share of payments that it gets first. With 0 it is tried last. The others follow as fallbacks."""


class SimulatedRouting(TypedDict):
    matched_rule: int | None
    """The position of the rule that decides, from 0; null: the default."""
    rules: list[SimulatedRoutingRule]
    """Every rule up to the one that matched."""
    accounts: list[Account]
    """Every account of the merchant."""


class SimulatedRoutingRule(TypedDict):
    rule: int
    """The position of the rule, from 0."""
    name: str | None
    """The name of the rule; null without one."""
    matched: bool
    """Whether the payment meets every condition."""
    reason: str | None
    """The first condition that is not met; null if it matched."""
