# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict


class Merchant(TypedDict):
    merchant_id: str
    """The id of the merchant, `mer_…`."""
    organization_id: str | None
    """Null only for a merchant that an older release created during an upgrade."""
    merchant_name: str
    """The name of the merchant, which users see when they choose one."""
    publishable_key: str
    """The publishable key that the merchant began with."""
    status: Literal["active", "suspended"]
    """A suspended merchant is refused with every key, and its payouts are held."""
    dispute_fees: dict[str, int]
    """The fee that you charge the merchant for a dispute, by currency, in its lowest unit; 0 for currencies that are not listed."""
    allow_payouts_above_balance: bool
    """Whether the merchant may pay out more than its available balance. False for new merchants in production, true in the sandbox."""
    payout_daily_limits: dict[str, int]
    """What the merchant may pay out on one day (UTC), by currency, in its lowest unit; no limit for currencies that are not listed."""
    rate_limit: int | None
    """Requests per minute with the secret keys of this merchant, instead of FLORIN_RATE_LIMIT; null: that of the deployment."""
    time_zone: str
    """The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class MerchantCreate(TypedDict):
    merchant_name: str
    """The name of the merchant, which users see when they choose one."""
    organization_id: NotRequired[str]
    """An organization that exists. Without it, the merchant gets one of its own."""
    dispute_fees: NotRequired[dict[str, int]]
    """The fee that you charge the merchant for a dispute, by currency, in its lowest unit; 0 for currencies that are not listed."""
    allow_payouts_above_balance: NotRequired[bool]
    """Whether the merchant may pay out more than its available balance. False for new merchants in production, true in the sandbox."""
    payout_daily_limits: NotRequired[dict[str, int]]
    """What the merchant may pay out on one day (UTC), by currency, in its lowest unit; no limit for currencies that are not listed."""
    rate_limit: NotRequired[int | None]
    """Requests per minute with the secret keys of this merchant, instead of FLORIN_RATE_LIMIT; null: that of the deployment."""
    time_zone: NotRequired[str]
    """The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default."""


class MerchantSettings(TypedDict):
    merchant_id: str
    """The id of the merchant, `mer_…`."""
    time_zone: str
    """The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default."""


class MerchantUpdate(TypedDict, total=False):
    merchant_name: str
    """The name of the merchant, which users see when they choose one."""
    organization_id: str
    """Moves the merchant to another organization. Its own users keep their roles; the admins and the keys of the old organization lose access to it."""
    dispute_fees: dict[str, int]
    """The fee that you charge the merchant for a dispute, by currency, in its lowest unit; 0 for currencies that are not listed."""
    allow_payouts_above_balance: bool
    """Whether the merchant may pay out more than its available balance. False for new merchants in production, true in the sandbox."""
    payout_daily_limits: dict[str, int]
    """What the merchant may pay out on one day (UTC), by currency, in its lowest unit; no limit for currencies that are not listed."""
    rate_limit: int | None
    """Requests per minute with the secret keys of this merchant, instead of FLORIN_RATE_LIMIT; null: that of the deployment."""
    time_zone: str
    """The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default."""
    status: Literal["active", "suspended"]
    """A suspended merchant is refused with every key, and its payouts are held. Money in flight still arrives, and webhooks are delivered."""


class MerchantUpdateSettings(TypedDict, total=False):
    time_zone: str
    """The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default."""


class NewMerchant(TypedDict):
    merchant_id: str
    """The id of the merchant, `mer_…`."""
    organization_id: str
    """The id of the organization, which is above its merchants."""
    merchant_name: str
    """The name of the merchant, which users see when they choose one."""
    profile_id: str
    """The default business profile."""
    api_key: str
    """The first secret key. It is returned only once."""
    publishable_key: str
    """The first publishable key, for browsers."""
    payment_response_hash_key: str
    """The webhook signing secret. It is returned only once."""
