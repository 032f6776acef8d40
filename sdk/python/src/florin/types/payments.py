# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Any, Literal
from .._typing import NotRequired, TypedDict
from .shared import Billing, BrowserInfo, Contact, Currency, Dispute, LateOutcome, MaskedPaymentMethod, Metadata, MetadataPatch, NextAction, PaymentAttempt, PaymentCreateOrderDetail, PaymentErrorDetails, PaymentMethodData, PaymentMethodType, PaymentOrderDetail, PaymentOrigin, Refund, StoredMetadata, UnifiedCode


class Payment(TypedDict):
    payment_id: str
    """The id of the payment: the one that you chose, or a generated `pay_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    status: Literal["requires_payment_method", "requires_confirmation", "requires_action", "requires_merchant_action", "processing", "requires_capture", "partially_captured_and_capturable", "partially_captured", "succeeded", "failed", "cancelled"]
    """What happens next, and who has to act. Final: `succeeded`, `partially_captured`, `failed`, `cancelled`.

    - `requires_payment_method`: Needs a payment method. Update the payment with `payment_method_data`, or confirm it with one.
    - `requires_confirmation`: Has a payment method. Confirm it to charge, or cancel it.
    - `requires_action`: The customer must act: follow `next_action`. The payment fails if they do not act in time.
    - `requires_merchant_action`: Held for your review. Approve or reject it before `capture_before`.
    - `processing`: The outcome is not known yet. Wait for the event, or retrieve the payment.
    - `requires_capture`: The money is authorized (held). Capture or cancel it before `capture_before`.
    - `partially_captured_and_capturable`: Part of the amount is captured. Capture more, or cancel the rest.
    - `partially_captured`: Part of the amount was captured and the rest released. It can still be refunded or disputed.
    - `succeeded`: The money is captured. It can be refunded.
    - `failed`: No money was captured; `unified_code` says why.
    - `cancelled`: No money was captured; any hold was released."""
    amount: int
    """What you asked to collect, in the lowest unit of the currency."""
    amount_received: int
    """What has been captured so far, before refunds, in the lowest unit."""
    amount_capturable: int
    """What is authorized and can be captured now, in the lowest unit: 0 while the payment is held for review."""
    amount_refunded: int
    """The sum of its refunds, with those that are pending."""
    amount_refundable: int
    """The largest refund that is accepted now, in the lowest unit: what was received less `amount_refunded`; 0 while the payment is disputed, and after a lost dispute."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    capture_method: Literal["automatic", "manual", "manual_multiple"]
    """`automatic` captures on approval, `manual` waits for one capture, `manual_multiple` for several."""
    authentication_type: Literal["three_ds", "no_three_ds"] | None
    """Whether you asked for 3-D Secure or for none; null if you left it open."""
    payment_method: Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"] | None
    """The category of the payment method, such as `card`; null until there is a method."""
    payment_method_type: PaymentMethodType | None
    """The kind within the category, such as `credit` or `ideal`; null until there is a method."""
    payment_method_data: MaskedPaymentMethod | None
    """The payment method with its numbers masked, under the same keys as in requests; null until there is one."""
    payment_method_id: str | None
    """The saved payment method that was charged, or that this payment saved; null otherwise."""
    customer_id: str | None
    """The customer who pays; null without one."""
    email: str | None
    """The e-mail address of the customer."""
    name: str | None
    """The full name of the customer."""
    phone: str | None
    """The phone number of the customer, without the country code."""
    phone_country_code: str | None
    """The country code of the phone number, such as `+1`."""
    description: str | None
    """Your own text about the payment."""
    return_url: str | None
    """Where the browser of the customer is sent afterwards. `payment_id` and `status` are added as query parameters."""
    billing: Contact | None
    """The payer, as sent or taken from the customer; null if unknown."""
    shipping: Contact | None
    """Where the goods are sent; null if you did not send it."""
    setup_future_usage: Literal["on_session", "off_session"] | None
    """`off_session` saves the method of the customer on success; null saves nothing."""
    merchant_order_reference_id: str | None
    """Your own reference, such as an order number. It need not be unique."""
    statement_descriptor: str | None
    """The text on the customer's statement, up to 22 characters: the name, then the suffix."""
    metadata: StoredMetadata
    """The pairs that you sent; all values are text."""
    order_details: list[PaymentOrderDetail] | None
    """The order that you sent, one entry for each item; null without one."""
    client_secret: str | None
    """Lets a browser with a publishable key act on this payment. Null in lists and for keys without `payments:write`."""
    next_action: NextAction | None
    """What the customer has to do while the status is `requires_action`; null at all other times. The fields beside `type` depend on it."""
    cancellation_reason: str | None
    """Why it was cancelled: your text, or `authorization_expired` if it was not captured in time."""
    merchant_decision: dict[str, Any] | None
    """What was decided about a payment that was held for review: `decision` (`approved` or `rejected`), `decided_at`, and the `reason` and `reviewer` that were sent."""
    attempt_count: int
    """How often the payment has been confirmed."""
    connector: str | None
    """The acquirer that was called; null if none was. Secret keys see it."""
    connector_id: str | None
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    connector_transaction_id: str | None
    """The id of the transaction at the acquirer, for questions to the acquirer; null until there is one."""
    unified_code: UnifiedCode | None
    """Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each."""
    unified_message: str | None
    """The text of `unified_code`, which you may show to the customer."""
    error_code: str | None
    """The acquirer's own code for a decline; or `manual_review_rejected`, `not_sent` (confirm it again), `amount_differs` (see `error_message`). Branch on `unified_code`."""
    error_message: str | None
    """The acquirer's own text for the failure, for your support staff; null without one."""
    error_details: PaymentErrorDetails | None
    """A declined payment as Florin, the issuer and the acquirer describe it; null otherwise."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""
    captured_at: str | None
    """When the money was captured, in UTC; null until the first capture."""
    capture_before: str | None
    """Until when the authorization can be captured or reviewed, in UTC. After that it is released."""
    late_outcomes: list[LateOutcome] | None
    """Money that moved after the payment had ended or continued without it, and whether it was returned; null for almost every payment."""
    attempts: NotRequired[list[PaymentAttempt]]
    """The calls to provider accounts, newest first; only when expanded."""
    origin: NotRequired[PaymentOrigin | None]
    """The link or invoice that the payment is for; null if it was created by itself. Only when expanded."""
    missing_fields: NotRequired[list[str]]
    """The fields that a confirmation with a new card must bring, such as `billing`; only with a publishable key."""
    refunds: NotRequired[list[Refund]]
    """The refunds of the payment, newest first; only when expanded."""
    disputes: NotRequired[list[Dispute]]
    """The disputes of the payment, newest first; only when expanded."""


class PaymentApprove(TypedDict, total=False):
    reason: str | None
    """Why it was approved, for your records."""
    reviewer: str | None
    """Who approved it, for your records."""


class PaymentCancel(TypedDict, total=False):
    cancellation_reason: str | None
    """Why it was cancelled: your own text of up to 255 characters."""


class PaymentCapture(TypedDict, total=False):
    amount_to_capture: int
    """At most `amount_capturable`, which is also the default. With `manual` the rest is released."""
    statement_descriptor_prefix: str | None
    """Replaces the name on the customer's statement for this capture."""
    statement_descriptor_suffix: str | None
    """Follows the name on the customer's statement."""


class PaymentConfirm(TypedDict, total=False):
    payment_method: Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"]
    """The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent."""
    payment_method_type: PaymentMethodType
    """The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card."""
    payment_method_data: PaymentMethodData
    """The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md."""
    payment_method_id: str | None
    """A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner."""
    off_session: bool
    """The customer is not present: you charge a saved payment method that they agreed to."""
    billing: Billing
    """The payer. Required together with `payment_method_data`; the customer's address is used if it has none."""
    return_url: str | None
    """Where the browser of the customer is sent afterwards, with `payment_id` and `status` as query parameters. By default that of the profile. Required for wallets, pay later, bank redirects and crypto."""
    browser_info: BrowserInfo
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""
    client_secret: str
    """The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`."""
    authentication_type: Literal["three_ds", "no_three_ds"] | None
    """`three_ds` demands 3-D Secure, `no_three_ds` skips it; the issuer may still ask for it."""


class PaymentCreate(TypedDict):
    amount: int
    """What to collect, in the lowest unit of the currency, such as cents."""
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    profile_id: NotRequired[str]
    """The business profile of the payment. By default your default profile."""
    payment_id: NotRequired[str]
    """Your own id. It can never be reused, so a repeated request cannot charge twice. A card number is refused."""
    payment_method: NotRequired[Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"]]
    """The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent."""
    payment_method_type: NotRequired[PaymentMethodType]
    """The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card."""
    payment_method_data: NotRequired[PaymentMethodData]
    """The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md."""
    payment_method_id: NotRequired[str | None]
    """A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner."""
    off_session: NotRequired[bool]
    """The customer is not present: you charge a saved payment method that they agreed to."""
    billing: NotRequired[Billing]
    """The payer. Required together with `payment_method_data`; the customer's address is used if it has none."""
    return_url: NotRequired[str | None]
    """Where the browser of the customer is sent afterwards, with `payment_id` and `status` as query parameters. By default that of the profile. Required for wallets, pay later, bank redirects and crypto."""
    browser_info: NotRequired[BrowserInfo]
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""
    customer_id: NotRequired[str | None]
    """The id of a customer that exists. E-mail, name, phone and address are taken from the customer where the request has none."""
    description: NotRequired[str | None]
    """Your own text about the payment."""
    capture_method: NotRequired[Literal["automatic", "manual", "manual_multiple"]]
    """`automatic`, the default, captures on approval. `manual` only authorizes, for one capture before `capture_before`; `manual_multiple` for several captures."""
    authentication_type: NotRequired[Literal["three_ds", "no_three_ds"] | None]
    """`three_ds` demands 3-D Secure, `no_three_ds` skips it; the issuer may still ask for it."""
    email: NotRequired[str | None]
    """The e-mail address of the customer."""
    name: NotRequired[str | None]
    """The full name of the customer."""
    phone: NotRequired[str | None]
    """The phone number of the customer, without the country code."""
    phone_country_code: NotRequired[str | None]
    """The country code of the phone number, such as `+1`."""
    shipping: NotRequired[Billing]
    """Where the goods are sent. Needs the same fields as `billing`."""
    setup_future_usage: NotRequired[Literal["on_session", "off_session"] | None]
    """With `off_session` and a customer, the method is saved on success and returned as `payment_method_id`."""
    merchant_order_reference_id: NotRequired[str | None]
    """Your own reference, such as an order number. It need not be unique."""
    statement_descriptor_name: NotRequired[str | None]
    """The name on the customer's statement: up to 22 characters, at least one of the letters A to Z. By default the name of the profile."""
    statement_descriptor_suffix: NotRequired[str | None]
    """Follows the name on the customer's statement, after a space."""
    order_details: NotRequired[list[PaymentCreateOrderDetail]]
    """What was ordered: one entry for each item."""
    confirm: NotRequired[bool]
    """True charges the payment with this same request. By default it waits for its confirmation."""
    metadata: NotRequired[Metadata]
    """Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data."""


class PaymentList(TypedDict):
    count: int
    """Entries on this page."""
    total_count: int
    """Exact up to 10000."""
    total_count_relation: Literal["eq", "gte"]
    """`gte` when there are more than `total_count`."""
    has_more: bool
    """Whether there are entries after this page; with `ending_before`, before it."""
    limit: int
    """The `limit` of the request, or its default."""
    offset: int
    """The `offset` of the request, or 0."""
    data: list[Payment]
    """The entries of this page, newest first unless `order` is another."""


class PaymentListParams(TypedDict, total=False):
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    starting_after: str
    """The id of the last entry of the previous page. The cost does not grow with depth."""
    ending_before: str
    """The id of the first entry of the next page: answers with the entries just before it, in the same order. Not together with `starting_after`."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""
    order: Literal["newest", "oldest"]
    """`newest` lists the last created entry first, `oldest` lists the first created one first."""
    payment_id: str | list[str]
    """One id, or several separated by commas."""
    status: str | list[str]
    """A status, or several. Values: `requires_payment_method`, `requires_confirmation`, `requires_action`, `requires_merchant_action`, `processing`, `requires_capture`, `partially_captured_and_capturable`, `partially_captured`, `succeeded`, `failed`, `cancelled`."""
    customer_id: str | list[str]
    """A customer, or several."""
    currency: str | list[str]
    """A currency as an ISO 4217 code, or several."""
    payment_method: str | list[str]
    """A method, or several. Values: `card`, `wallet`, `pay_later`, `bank_redirect`, `bank_transfer`, `crypto`, `upi`."""
    payment_method_type: str | list[str]
    """A kind of method, or several."""
    profile_id: str | list[str]
    """A profile, or several."""
    merchant_order_reference_id: str
    """Exactly this reference of yours."""
    email: str
    """The e-mail address of the customer, in upper or lower case."""
    amount_gte: int
    """Only entries with this amount or more, in the lowest unit of the currency."""
    amount_lte: int
    """Only entries with this amount or less, in the lowest unit of the currency."""
    last4: str
    """The last four digits of the card."""
    unified_code: str | list[str]
    """The reason of a decline as its `unified_code`, or several."""
    is_refunded: bool
    """Whether a refund was made, of all or a part; pending ones count."""
    is_disputed: bool
    """Whether money of it is disputed, or was lost to a dispute."""


class PaymentRetrieveParams(TypedDict, total=False):
    client_secret: str
    """For a publishable key. Better send it in the header `X-Client-Secret`: URLs are stored in logs and histories."""
    expand: str
    """What to include, separated by commas: `attempts`, `origin`, `refunds`, `disputes`."""


class PaymentSettle(TypedDict, total=False):
    outcome: Literal["approved", "declined"]
    """What the sandbox bank decides. By default `approved`."""


class PaymentUpdate(TypedDict, total=False):
    client_secret: str
    """The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`."""
    amount: int
    """The new amount to collect, in the lowest unit of the currency."""
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    payment_method: Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"]
    """The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent."""
    payment_method_type: PaymentMethodType
    """The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card."""
    payment_method_data: PaymentMethodData
    """The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md."""
    payment_method_id: str | None
    """A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner."""
    off_session: bool
    """The customer is not present: you charge a saved payment method that they agreed to."""
    billing: Billing
    """The payer. Required together with `payment_method_data`; the customer's address is used if it has none."""
    return_url: str | None
    """Where the browser of the customer is sent afterwards, with `payment_id` and `status` as query parameters. By default that of the profile. Required for wallets, pay later, bank redirects and crypto."""
    browser_info: BrowserInfo
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""
    customer_id: str | None
    """The id of a customer that exists. E-mail, name, phone and address are taken from the customer where the request has none."""
    description: str | None
    """Your own text about the payment."""
    capture_method: Literal["automatic", "manual", "manual_multiple"]
    """`automatic`, the default, captures on approval. `manual` only authorizes, for one capture before `capture_before`; `manual_multiple` for several captures."""
    authentication_type: Literal["three_ds", "no_three_ds"] | None
    """`three_ds` demands 3-D Secure, `no_three_ds` skips it; the issuer may still ask for it."""
    email: str | None
    """The e-mail address of the customer."""
    name: str | None
    """The full name of the customer."""
    phone: str | None
    """The phone number of the customer, without the country code."""
    phone_country_code: str | None
    """The country code of the phone number, such as `+1`."""
    shipping: Billing
    """Where the goods are sent. Needs the same fields as `billing`."""
    setup_future_usage: Literal["on_session", "off_session"] | None
    """With `off_session` and a customer, the method is saved on success and returned as `payment_method_id`."""
    merchant_order_reference_id: str | None
    """Your own reference, such as an order number. It need not be unique."""
    statement_descriptor_name: str | None
    """The name on the customer's statement: up to 22 characters, at least one of the letters A to Z. By default the name of the profile."""
    statement_descriptor_suffix: str | None
    """Follows the name on the customer's statement, after a space."""
    order_details: list[PaymentCreateOrderDetail]
    """What was ordered: one entry for each item."""
    confirm: bool
    """True charges the payment with this same request. By default it waits for its confirmation."""
    metadata: MetadataPatch | None
    """Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs."""
