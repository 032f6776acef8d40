# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import EventType, Metadata, MetadataPatch, PaymentMethodType, StoredMetadata


class BusinessProfile(TypedDict):
    profile_id: str
    """The id of the business profile, `pro_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    profile_name: str
    """Unique among the profiles of the merchant."""
    is_default: bool
    """Whether requests that name no profile use this one. A merchant has exactly one."""
    return_url: str | None
    """Where browsers are sent after a payment that has no `return_url` of its own."""
    session_expiry: int
    """How long a browser can use a `client_secret`, and how long a customer has for a `next_action`, in seconds."""
    capture_window_days: int
    """How long an authorization can be captured; after that it is released."""
    payment_link_config: BusinessProfilePaymentLinkConfig | None
    """How payment links and invoices look, unless a link has its own settings."""
    allowed_payment_method_types: list[PaymentMethodType]
    """The accepted payment method types; empty means all."""
    wallet_identities: WalletIdentities
    """Who you are for the wallets that need to know it."""
    is_manual_retry_enabled: bool
    """Whether a failed payment can be confirmed again."""
    risk_rules: list[RiskRule]
    """Tested in this order before a payment is sent; the first that matches decides."""
    card_testing_guard_config: CardTestingGuardConfig
    """Blocks callers who try stolen card numbers, with UE_2003. Saved payment methods that a secret key or a renewal charges neither count nor are blocked; with a publishable key they are guarded like entered cards."""
    dunning: Dunning
    """What happens to subscriptions whose invoice cannot be collected."""
    refund_batch_time: str
    """The time of day, in UTC, at which scheduled refunds are sent."""
    refuse_payouts_above_balance: bool
    """Whether a payout above the available balance is refused."""
    payout_approvals: int
    """How many different users must approve a payout before it is sent. With 1 or more, `auto_fulfill` is refused."""
    webhook_details: BusinessProfileWebhookDetails
    """Where events are sent, and which."""
    payment_response_hash_key: str
    """The webhook signing secret. Returned in full only when the profile is created or the secret is rotated; otherwise only its last four characters."""
    metadata: StoredMetadata
    """The pairs that you sent; all values are text."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class BusinessProfilePaymentLinkConfig(TypedDict, total=False):
    """How payment links and invoices look, unless a link has its own settings."""
    seller_name: str
    """The name of the seller. By default `profile_name`."""
    logo: str
    """An https URL, or a data URL of an image with at most 32,768 characters. A PNG or JPEG is checked and encoded again, so the answer has other bytes."""
    theme: str
    """The color of buttons and links on the hosted pages, such as `#1a73e8`."""
    sdk_layout: str
    """How a page arranges the payment methods: `tabs`, `accordion` or `spaced_accordion`."""
    allowed_payment_method_types: list[str]
    """The payment method types that payment links offer. By default all."""


class BusinessProfileWebhookDetails(TypedDict):
    """Where events are sent, and which."""
    webhook_url: str | None
    """Where events are posted: an https URL with a public address; http to loopback in the sandbox only. Null sends none."""
    enabled_events: list[EventType]
    """The event types to send; empty means all."""
    payment_created_enabled: bool
    """Whether `payment_created` is sent. By default false."""
    payment_succeeded_enabled: bool
    """Whether `payment_succeeded` is sent. By default true."""
    payment_failed_enabled: bool
    """Whether `payment_failed` is sent. By default true."""
    custom_http_headers: dict[str, str]
    """Sent with every webhook. Names are stored in lower case. Answers show `****` instead of each value; in an update, `****` keeps the stored value."""
    secret_last_rotated_at: str
    """When the webhook signing secret was created or last rotated, in UTC."""


class CardTestingGuardConfig(TypedDict):
    """Blocks callers who try stolen card numbers, with UE_2003. Saved payment methods that a secret key or a renewal charges neither count nor are blocked; with a publishable key they are guarded like entered cards."""
    max_failed_per_ip: int
    """How many card payments of a shopper at one address may be declined or unfinished; 0 is no limit. With a publishable key the address is that of the connection, with a secret key `browser_info.ip_address`."""
    max_failed_per_card: int
    """The same for one card number, from any address; 0 is no limit."""
    window_minutes: int
    """The time window in which they are counted."""


class DeletedBusinessProfile(TypedDict):
    profile_id: str
    """The id of the business profile, `pro_…`."""
    deleted: Literal[True]
    """Always true: the object is deleted."""


class Dunning(TypedDict):
    """What happens to subscriptions whose invoice cannot be collected."""
    retry_days: list[int]
    """On which days after the first failure an invoice is charged again."""
    final_action: Literal["cancelled", "unpaid", "paused"]
    """What the subscription becomes after the last retry."""


class ProfileCreate(TypedDict):
    profile_name: str
    """A name for the shop, unique among the profiles of the merchant."""
    webhook_details: NotRequired[ProfileCreateWebhookDetails]
    """Where events are sent, and which. Omitted fields keep their values."""
    return_url: NotRequired[str | None]
    """Where browsers are sent after a payment that has no `return_url` of its own."""
    session_expiry: NotRequired[int]
    """How long a browser can use a `client_secret`, and how long a customer has for a `next_action`, in seconds."""
    capture_window_days: NotRequired[int]
    """How long an authorization can be captured; after that it is released."""
    payment_link_config: NotRequired[BusinessProfilePaymentLinkConfig | None]
    """How payment links and invoices look, unless a link has its own settings."""
    allowed_payment_method_types: NotRequired[list[PaymentMethodType]]
    """The accepted payment method types; empty means all."""
    wallet_identities: NotRequired[WalletIdentities]
    """Who you are for the wallets that need to know it."""
    is_manual_retry_enabled: NotRequired[bool]
    """Whether a failed payment can be confirmed again."""
    risk_rules: NotRequired[list[RiskRule]]
    """Tested in this order before a payment is sent; the first that matches decides."""
    card_testing_guard_config: NotRequired[CardTestingGuardConfig]
    """Blocks callers who try stolen card numbers, with UE_2003. Saved payment methods that a secret key or a renewal charges neither count nor are blocked; with a publishable key they are guarded like entered cards."""
    dunning: NotRequired[Dunning]
    """What happens to subscriptions whose invoice cannot be collected."""
    refund_batch_time: NotRequired[str]
    """The time of day, in UTC, at which scheduled refunds are sent."""
    refuse_payouts_above_balance: NotRequired[bool]
    """Whether a payout above the available balance is refused."""
    payout_approvals: NotRequired[int]
    """How many different users must approve a payout before it is sent. With 1 or more, `auto_fulfill` is refused."""
    metadata: NotRequired[Metadata]
    """Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data."""


class ProfileCreateWebhookDetails(TypedDict, total=False):
    """Where events are sent, and which. Omitted fields keep their values."""
    webhook_url: str | None
    """Where events are posted: an https URL with a public address; http to loopback in the sandbox only. Null sends none."""
    enabled_events: list[EventType]
    """The event types to send; empty means all."""
    payment_created_enabled: bool
    """Whether `payment_created` is sent. By default false."""
    payment_succeeded_enabled: bool
    """Whether `payment_succeeded` is sent. By default true."""
    payment_failed_enabled: bool
    """Whether `payment_failed` is sent. By default true."""
    custom_http_headers: dict[str, str]
    """Sent with every webhook. Names are stored in lower case. Answers show `****` instead of each value; in an update, `****` keeps the stored value."""


class ProfileListParams(TypedDict, total=False):
    limit: int
    """Entries to return, 1 to 100. By default all."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class ProfileRotateWebhookSecret(TypedDict, total=False):
    grace_period_hours: int
    """How long the previous secret also signs, in hours."""


class ProfileUpdate(TypedDict, total=False):
    profile_name: str
    """A name for the shop, unique among the profiles of the merchant."""
    is_default: bool
    """True makes this the default profile instead of the present one, at once. False is refused for the default profile."""
    webhook_details: ProfileCreateWebhookDetails
    """Where events are sent, and which. Omitted fields keep their values."""
    return_url: str | None
    """Where browsers are sent after a payment that has no `return_url` of its own."""
    session_expiry: int
    """How long a browser can use a `client_secret`, and how long a customer has for a `next_action`, in seconds."""
    capture_window_days: int
    """How long an authorization can be captured; after that it is released."""
    payment_link_config: BusinessProfilePaymentLinkConfig | None
    """How payment links and invoices look, unless a link has its own settings."""
    allowed_payment_method_types: list[PaymentMethodType]
    """The accepted payment method types; empty means all."""
    wallet_identities: WalletIdentities
    """Who you are for the wallets that need to know it."""
    is_manual_retry_enabled: bool
    """Whether a failed payment can be confirmed again."""
    risk_rules: list[RiskRule]
    """Tested in this order before a payment is sent; the first that matches decides."""
    card_testing_guard_config: CardTestingGuardConfig
    """Blocks callers who try stolen card numbers, with UE_2003. Saved payment methods that a secret key or a renewal charges neither count nor are blocked; with a publishable key they are guarded like entered cards."""
    dunning: Dunning
    """What happens to subscriptions whose invoice cannot be collected."""
    refund_batch_time: str
    """The time of day, in UTC, at which scheduled refunds are sent."""
    refuse_payouts_above_balance: bool
    """Whether a payout above the available balance is refused."""
    payout_approvals: int
    """How many different users must approve a payout before it is sent. With 1 or more, `auto_fulfill` is refused."""
    metadata: MetadataPatch | None
    """Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs."""


class RiskRule(TypedDict):
    field: Literal["amount", "currency", "card_bin", "email", "ip_address", "billing_country"]
    """What the rule tests. `card_bin` is the first six digits of the card number; e-mail addresses are compared in lower case."""
    op: Literal["eq", "ne", "gt", "gte", "lt", "lte", "in", "not_in"]
    """How the field is compared with `value`. A field that is not known matches only `ne` and `not_in`."""
    value: list[str] | float | str
    """The value to compare with; a list of texts for `in` and `not_in`."""
    action: Literal["block", "review", "require_3ds"]
    """What follows: `block` declines with UE_2003, `review` holds the payment until you approve or reject it, `require_3ds` demands 3-D Secure."""


class RotatedWebhookSecret(TypedDict):
    profile_id: str
    """The id of the business profile, `pro_…`."""
    payment_response_hash_key: str
    """The new webhook signing secret. It is returned only once, here."""
    secret_last_rotated_at: str
    """When the webhook signing secret was created or last rotated, in UTC."""
    previous_secret_valid_until: str | None
    """Until when the previous secret also signs, in UTC; null if it stopped at once."""


class WalletIdentities(TypedDict, total=False):
    """Who you are for the wallets that need to know it."""
    apple_pay: WalletIdentitiesApplePay
    """Required before this profile accepts Apple Pay."""
    google_pay: WalletIdentitiesGooglePay
    """Required before this profile accepts Google Pay."""


class WalletIdentitiesApplePay(TypedDict):
    """Required before this profile accepts Apple Pay."""
    merchant_identifier: str
    """Your merchant identifier at Apple."""


class WalletIdentitiesGooglePay(TypedDict):
    """Required before this profile accepts Google Pay."""
    merchant_id: str
    """Your merchant id at Google."""
