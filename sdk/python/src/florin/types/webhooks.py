# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Any, Literal, TypeAlias
from .._typing import NotRequired, TypedDict
from .shared import Approval, Contact, Dispute, LateOutcome, MaskedPaymentMethod, MaskedPayoutMethod, NextAction, PaymentAttempt, PaymentErrorDetails, PaymentLink, PaymentMethodType, PaymentOrderDetail, PaymentOrigin, PayoutAttempt, PayoutCustomer, PayoutLink, PendingUpdate, Refund, StoredMetadata, SubscriptionInvoice, SubscriptionPayment, SubscriptionPaymentDetails, UnifiedCode


class DisputeEvent(TypedDict):
    """What is posted to the `webhook_url` of the profile."""
    merchant_id: str
    """The merchant."""
    event_id: str
    """The id of the event: process each once."""
    event_type: Literal["dispute_opened", "dispute_expired", "dispute_accepted", "dispute_cancelled", "dispute_challenged", "dispute_won", "dispute_lost"]
    """What happened."""
    content: DisputeEventContent
    """The object that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    timestamp: str
    """When it happened."""
    is_test: NotRequired[bool]
    """Present and true in a test event."""


class DisputeEventContent(TypedDict):
    """The object that changed."""
    type: Literal["dispute_details"]
    """The type of `object`."""
    object: Dispute
    """The object as it was right after the change."""


class PaymentEvent(TypedDict):
    """What is posted to the `webhook_url` of the profile."""
    merchant_id: str
    """The merchant."""
    event_id: str
    """The id of the event: process each once."""
    event_type: Literal["payment_created", "payment_succeeded", "payment_failed", "payment_processing", "payment_cancelled", "payment_authorized", "payment_captured", "payment_reversed", "action_required"]
    """What happened."""
    content: PaymentEventContent
    """The object that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    timestamp: str
    """When it happened."""
    is_test: NotRequired[bool]
    """Present and true in a test event."""


class PaymentEventContent(TypedDict):
    """The object that changed."""
    type: Literal["payment_details"]
    """The type of `object`."""
    object: PaymentInEvent
    """The object as it was right after the change."""


class PaymentInEvent(TypedDict):
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


class PaymentLinkEvent(TypedDict):
    """What is posted to the `webhook_url` of the profile."""
    merchant_id: str
    """The merchant."""
    event_id: str
    """The id of the event: process each once."""
    event_type: Literal["payment_link_completed", "payment_link_expired"]
    """What happened."""
    content: PaymentLinkEventContent
    """The object that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    timestamp: str
    """When it happened."""
    is_test: NotRequired[bool]
    """Present and true in a test event."""


class PaymentLinkEventContent(TypedDict):
    """The object that changed."""
    type: Literal["payment_link_details"]
    """The type of `object`."""
    object: PaymentLink
    """The object as it was right after the change."""


class PayoutEvent(TypedDict):
    """What is posted to the `webhook_url` of the profile."""
    merchant_id: str
    """The merchant."""
    event_id: str
    """The id of the event: process each once."""
    event_type: Literal["payout_initiated", "payout_processing", "payout_success", "payout_failed", "payout_cancelled", "payout_expired", "payout_reversed"]
    """What happened."""
    content: PayoutEventContent
    """The object that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    timestamp: str
    """When it happened."""
    is_test: NotRequired[bool]
    """Present and true in a test event."""


class PayoutEventContent(TypedDict):
    """The object that changed."""
    type: Literal["payout_details"]
    """The type of `object`."""
    object: PayoutInEvent
    """The object as it was right after the change."""


class PayoutInEvent(TypedDict):
    payout_id: str
    """The id of the payout, `po_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    merchant_order_reference_id: str | None
    """Your own reference, such as an order number. It need not be unique."""
    status: Literal["requires_payout_method_data", "requires_confirmation", "requires_fulfillment", "requires_vendor_account_creation", "requires_creation", "initiated", "pending", "success", "failed", "reversed", "cancelled", "expired", "ineligible"]
    """What happens next, and who has to act.

    - `requires_payout_method_data`: Needs the details of the recipient, who has the link. Cancel it, or add a method yourself.
    - `requires_confirmation`: The recipient has sent details. Review and confirm them, or cancel the payout.
    - `requires_fulfillment`: Ready to send: fulfill it, or cancel it. With `auto_fulfill` it is sent automatically.
    - `requires_vendor_account_creation`: The recipient must first open an account with the rail, within seven days. Confirm the payout to check again.
    - `requires_creation`: Being sent to the rail. Wait.
    - `initiated`: Sent to the rail. Wait for the event, or retrieve the payout.
    - `pending`: The rail accepted the payout and is processing it. Wait for the event, or retrieve the payout.
    - `success`: The recipient has the money. The bank can still return it.
    - `failed`: No money left your balance; `unified_code` says why. Create another payout.
    - `reversed`: The recipient's bank returned the money to your balance.
    - `cancelled`: Cancelled before it was sent.
    - `expired`: The payout was not fulfilled in time.
    - `ineligible`: The recipient cannot be paid this way; `unified_code` says why."""
    amount: int
    """What is sent, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    payout_type: Literal["card", "bank", "wallet", "bank_redirect"] | None
    """The type of the method; null until it is known."""
    payout_method_data: MaskedPayoutMethod | None
    """Where the money goes, under one key named after the type. Numbers show their last four characters. Null until there is a method."""
    payout_method_id: str | None
    """The saved payout method that is used, or that this payout saved; null otherwise."""
    customer_id: str
    """The customer who receives the money."""
    customer: PayoutCustomer
    """The recipient, as the payout was created."""
    billing: Contact | None
    """The recipient: address, phone and e-mail address; null if not sent."""
    auto_fulfill: bool
    """Whether it is sent within seconds after its confirmation."""
    recurring: bool
    """Whether the method is saved when the payout succeeds."""
    entity_type: str | None
    """What the recipient is, spelled as you sent it; null if not sent."""
    priority: Literal["instant", "fast", "regular", "wire", "cross_border", "internal"] | None
    """How fast the rail should send it; null if not sent."""
    business_country: str | None
    """The two-letter code of the country of your business; null if not sent."""
    description: str | None
    """Your own text about the payout."""
    return_url: str | None
    """An address of yours that is stored with the payout."""
    metadata: StoredMetadata | None
    """The pairs that you sent; all values are text."""
    payout_link: PayoutLink | None
    """The page on which the recipient enters the method; null without one."""
    cancellation_reason: str | None
    """Why it was cancelled: your own text of up to 255 characters."""
    unified_code: UnifiedCode | None
    """Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each."""
    unified_message: str | None
    """The text of `unified_code`, which you may show to the customer."""
    error_code: str | None
    """The acquirer's own code for the failure; null without one. Branch on `unified_code`."""
    error_message: str | None
    """The acquirer's own text for the failure, for your support staff; null without one."""
    connector: str | None
    """The acquirer that was called; null if none was. Secret keys see it."""
    connector_transaction_id: str | None
    """The id of the transaction at the acquirer, for questions to the acquirer; null until there is one."""
    attempts: list[PayoutAttempt] | None
    """Every time it was sent to the rail, oldest first; null until then."""
    prepared_by: list[str]
    """The users who created the payout or changed its content. None of them can approve it. Empty if only keys did."""
    approvals: list[Approval]
    """The approvals of the content as it is now, oldest first. A change removes them."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""
    confirmed_at: str | None
    """When the details were confirmed, in UTC; null until then."""
    expires_at: str | None
    """When it expires unless it is sent, in UTC; null once it is sent."""


class RefundEvent(TypedDict):
    """What is posted to the `webhook_url` of the profile."""
    merchant_id: str
    """The merchant."""
    event_id: str
    """The id of the event: process each once."""
    event_type: Literal["refund_succeeded", "refund_failed", "refund_review"]
    """What happened."""
    content: RefundEventContent
    """The object that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    timestamp: str
    """When it happened."""
    is_test: NotRequired[bool]
    """Present and true in a test event."""


class RefundEventContent(TypedDict):
    """The object that changed."""
    type: Literal["refund_details"]
    """The type of `object`."""
    object: Refund
    """The object as it was right after the change."""


class SubscriptionEvent(TypedDict):
    """What is posted to the `webhook_url` of the profile."""
    merchant_id: str
    """The merchant."""
    event_id: str
    """The id of the event: process each once."""
    event_type: Literal["invoice_paid", "invoice_payment_failed", "subscription_active", "subscription_trial", "subscription_paused", "subscription_resumed", "subscription_cancelled", "subscription_inactive"]
    """What happened."""
    content: SubscriptionEventContent
    """The object that changed."""
    sequence: int
    """Counts the changes of the object: a higher number is a later change."""
    timestamp: str
    """When it happened."""
    is_test: NotRequired[bool]
    """Present and true in a test event."""


class SubscriptionEventContent(TypedDict):
    """The object that changed."""
    type: Literal["subscription_details"]
    """The type of `object`."""
    object: SubscriptionInEvent
    """The object as it was right after the change."""


class SubscriptionInEvent(TypedDict):
    id: str
    """The id of the subscription, `sub_…`."""
    status: Literal["created", "active", "pending", "trial", "paused", "unpaid", "cancelled", "failed", "in_active", "onetime"]
    """What is billed next, and whether it is.

    - `created`: Not confirmed yet. Confirm it within 24 hours, or it becomes `in_active`.
    - `active`: Paid for the present period. It renews at `next_billing_at`.
    - `pending`: The outcome of a payment is not known yet, or the customer must act.
    - `trial`: In its trial: the payment method is saved, and the first charge is at `next_billing_at`.
    - `paused`: Paused: nothing is billed until it is resumed.
    - `unpaid`: The open invoice could not be collected. A renewal is retried on the schedule of the profile; a plan change waits until `pending_update.expires_at`.
    - `cancelled`: Cancelled: it has ended.
    - `failed`: It could not be started, or a plan change was blocked: it has ended.
    - `in_active`: Ended without being cancelled: it was never confirmed, or its last cycle ended.
    - `onetime`: Paid until `period_end`, and not renewed after that."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    customer_id: str
    """The customer who has subscribed."""
    item_price_id: str
    """The price that is billed."""
    plan_id: str
    """The plan of the price."""
    merchant_reference_id: str | None
    """Your own reference; null if not sent."""
    coupon_code: str | None
    """The coupon that was sent; null without one."""
    pending_update: PendingUpdate | None
    """The plan change that waits for the payment of its invoice; null if there is none. Until it is paid, everything else shows the present plan."""
    payment: SubscriptionPayment | None
    """The newest payment of `invoice`; null if there was nothing to pay."""
    invoice: SubscriptionInvoice
    """The newest invoice of the subscription."""
    payment_details: SubscriptionPaymentDetails
    """The terms of the first payment as you sent them; null where you sent none."""
    payment_method_id: str | None
    """The saved payment method that renewals charge."""
    billing: Contact | None
    """The payer of the invoices; null if not sent."""
    shipping: Contact | None
    """Where the goods are sent; null if not sent."""
    period_start: str | None
    """The beginning of the present period or trial, in UTC; null until it is confirmed."""
    period_end: str | None
    """The end of the present period or trial, in UTC; null until it is confirmed."""
    trial_end: str | None
    """When the trial ends, in UTC; null without a trial."""
    next_billing_at: str | None
    """When the next invoice is made, in UTC; null unless it is `active` or in its `trial`."""
    cycles_billed: int
    """How many periods have been billed; a trial is none."""
    pause_at: str | None
    """When it will be paused, in UTC; null if no pause is scheduled."""
    paused_at: str | None
    """Since when it is paused, in UTC; null while it is not."""
    resume_at: str | None
    """When it will be resumed, in UTC; null if that is not scheduled."""
    cancel_at: str | None
    """When it will be cancelled, in UTC; null if that is not scheduled."""
    cancelled_at: str | None
    """When it was cancelled, in UTC; null if it was not."""
    cancel_reason: str | None
    """Your text, or `payment_failed` after the last retry, or `customer_deleted`; null otherwise."""
    ended_at: str | None
    """When it ended, cancelled or not, in UTC; null until then."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


WebhookEvent: TypeAlias = 'PaymentEvent | RefundEvent | DisputeEvent | PayoutEvent | SubscriptionEvent | PaymentLinkEvent'
"""The body of a webhook; `event_type` says which one it is."""
