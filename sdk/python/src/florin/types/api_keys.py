# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal, TypeAlias
from .._typing import NotRequired, TypedDict
from .shared import Currency


ApiKeyCreateScope: TypeAlias = Literal["*", "payments:read", "payments:write", "refunds:read", "refunds:write", "customers:read", "customers:write", "payment_links:read", "payment_links:write", "disputes:read", "disputes:write", "payouts:read", "payouts:write", "subscriptions:read", "subscriptions:write", "analytics:read", "analytics:write", "profiles:read", "profiles:write", "api_keys:read", "api_keys:write", "users:read", "users:write", "webhooks:read", "webhooks:write", "requests:read", "requests:write", "connectors:read", "connectors:write", "workflows:read", "workflows:write"]
"""`*` or a scope such as payments:read (all: /docs)."""


class AmountLimit(TypedDict):
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    per_call: NotRequired[int | None]
    """The most that one call moves; null: any amount."""
    per_day: NotRequired[int | None]
    """The most that all calls of a day move; null: any amount."""


class ApiKey(TypedDict):
    key_id: str
    """The id of the API key, `key_…`; not the key itself."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    name: str
    """A name by which you recognize the key."""
    description: str | None
    """Your own text about the key, such as where it is used."""
    prefix: str
    """The first characters of the key, to tell keys apart."""
    type: Literal["secret", "publishable"]
    """`publishable` for browsers, `secret` for servers."""
    scopes: list[str]
    """The permissions of the key; `*` grants all of them."""
    allowed_origins: list[str]
    """For a publishable key: the origins whose pages may use it, such as `https://shop.example`. Empty: all."""
    allowed_ips: list[str]
    """For a secret key: the addresses and networks that may use it, such as `203.0.113.0/24`. Empty: all."""
    profile_ids: list[str]
    """The profiles that the key is bound to. It then works on payments, refunds, disputes and payouts of these profiles only. Empty: all."""
    amount_limits: list[AmountLimit] | None
    """For a secret key: the most that its calls charge, capture, refund, pay out or ask for with links, one entry for each currency. Amounts in other currencies are refused. A day is a day in UTC. An object counts once, and it counts even if it is declined. Null, the default: no limits."""
    organization_id: str | None
    """Of a key of an organization, which also reads the metrics of all its merchants; null for the others."""
    publishable_key: str | None
    """A publishable key itself, which is no secret; null for a secret key."""
    status: Literal["active", "expired", "revoked"]
    """Whether the key works.

    - `active`: The key works.
    - `expired`: Its `expiration` has passed; it is refused with AU_02.
    - `revoked`: It was revoked; it is refused with AU_02."""
    expiration: str
    """`never` or an ISO 8601 timestamp."""
    last_used_at: str | None
    """When the key was last used, in UTC; null if never."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class ApiKeyCreate(TypedDict):
    name: str
    """A name by which you recognize the key."""
    description: NotRequired[str | None]
    """Your own text about the key, such as where it is used."""
    type: NotRequired[Literal["secret", "publishable"]]
    """`publishable` for browsers, `secret` for servers."""
    organization: NotRequired[bool]
    """A key of the organization: with `analytics:read` it also reads the metrics of all merchants of the organization. Only its admins and its keys can create one. It cannot be publishable or bound to profiles, and it cannot be changed into another key."""
    scopes: NotRequired[list[ApiKeyCreateScope]]
    """The permissions of the key; `*` grants all of them."""
    expiration: NotRequired[str]
    """`never`, or a time in the future as an ISO 8601 timestamp."""
    allowed_origins: NotRequired[list[str]]
    """For a publishable key: the origins whose pages may use it, such as `https://shop.example`. Empty: all."""
    allowed_ips: NotRequired[list[str]]
    """For a secret key: the addresses and networks that may use it, such as `203.0.113.0/24`. Empty: all."""
    profile_ids: NotRequired[list[str]]
    """The profiles that the key is bound to. It then works on payments, refunds, disputes and payouts of these profiles only. Empty: all."""
    amount_limits: NotRequired[list[AmountLimit] | None]
    """For a secret key: the most that its calls charge, capture, refund, pay out or ask for with links, one entry for each currency. Amounts in other currencies are refused. A day is a day in UTC. An object counts once, and it counts even if it is declined. Null, the default: no limits."""


class ApiKeyListParams(TypedDict, total=False):
    type: Literal["secret", "publishable"]
    """`publishable` for browsers, `secret` for servers."""
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class ApiKeyRoll(TypedDict, total=False):
    old_key_hours: int
    """How many hours the old key works on, at most 30 days. 0 revokes it at once, for a key that has leaked. A key that expires earlier still does."""
    expiration: str
    """When the new key expires: `never`, or a time in the future. Absent: when the old key did before it was rolled."""


class ApiKeyUpdate(TypedDict, total=False):
    name: str
    """A name by which you recognize the key."""
    description: str | None
    """Your own text about the key, such as where it is used."""
    scopes: list[ApiKeyCreateScope]
    """The permissions of the key; `*` grants all of them."""
    expiration: str
    """`never`, or a time in the future as an ISO 8601 timestamp."""
    allowed_origins: list[str]
    """For a publishable key: the origins whose pages may use it, such as `https://shop.example`. Empty: all."""
    allowed_ips: list[str]
    """For a secret key: the addresses and networks that may use it, such as `203.0.113.0/24`. Empty: all."""
    profile_ids: list[str]
    """The profiles that the key is bound to. It then works on payments, refunds, disputes and payouts of these profiles only. Empty: all."""
    amount_limits: list[AmountLimit] | None
    """For a secret key: the most that its calls charge, capture, refund, pay out or ask for with links, one entry for each currency. Amounts in other currencies are refused. A day is a day in UTC. An object counts once, and it counts even if it is declined. Null, the default: no limits."""


class CurrentKey(TypedDict):
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    key_id: str | None
    """The key; null for a signed-in user."""
    environment: Literal["sandbox", "production"]
    """The environment of the server."""
    scopes: list[str]
    """What it may do; `*` is everything."""
    profile_ids: list[str]
    """The profiles that the key is bound to; empty for all."""


class NewApiKey(TypedDict):
    key_id: str
    """The id of the API key, `key_…`; not the key itself."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    name: str
    """A name by which you recognize the key."""
    description: str | None
    """Your own text about the key, such as where it is used."""
    prefix: str
    """The first characters of the key, to tell keys apart."""
    type: Literal["secret", "publishable"]
    """`publishable` for browsers, `secret` for servers."""
    scopes: list[str]
    """The permissions of the key; `*` grants all of them."""
    allowed_origins: list[str]
    """For a publishable key: the origins whose pages may use it, such as `https://shop.example`. Empty: all."""
    allowed_ips: list[str]
    """For a secret key: the addresses and networks that may use it, such as `203.0.113.0/24`. Empty: all."""
    profile_ids: list[str]
    """The profiles that the key is bound to. It then works on payments, refunds, disputes and payouts of these profiles only. Empty: all."""
    amount_limits: list[AmountLimit] | None
    """For a secret key: the most that its calls charge, capture, refund, pay out or ask for with links, one entry for each currency. Amounts in other currencies are refused. A day is a day in UTC. An object counts once, and it counts even if it is declined. Null, the default: no limits."""
    organization_id: str | None
    """Of a key of an organization, which also reads the metrics of all its merchants; null for the others."""
    publishable_key: str | None
    """A publishable key itself, which is no secret; null for a secret key."""
    status: Literal["active", "expired", "revoked"]
    """Whether the key works.

    - `active`: The key works.
    - `expired`: Its `expiration` has passed; it is refused with AU_02.
    - `revoked`: It was revoked; it is refused with AU_02."""
    expiration: str
    """`never` or an ISO 8601 timestamp."""
    last_used_at: str | None
    """When the key was last used, in UTC; null if never."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""
    api_key: str
    """The key itself. It is returned only once, here."""


class RevokedApiKey(TypedDict):
    key_id: str
    """The id of the API key, `key_…`; not the key itself."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    revoked: Literal[True]
    """Always true: the key no longer works."""
