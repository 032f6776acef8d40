# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import Billing, BrowserInfo, Contact, LineItem, PaymentMethodData, PaymentMethodType, PendingUpdate, SubscriptionInvoice, SubscriptionPayment, SubscriptionPaymentDetails


class Cancellation(TypedDict):
    """A cancellation, with its request body."""
    cancel_option: Literal["immediately", "end_of_term", "specific_date"]
    """When it ends.

    - `immediately`: With this request.
    - `end_of_term`: When the present period ends.
    - `specific_date`: At the time that the request names."""
    cancel_at: NotRequired[str | None]
    """With `specific_date`: when to cancel, in the future; ISO 8601."""
    credit_option: NotRequired[Literal["none", "prorate", "full"] | None]
    """How much of the present period becomes credit of the customer: nothing (the default), the unused part, or all that the period has brought in and was not given back."""
    reason: NotRequired[str | None]
    """Why it is cancelled: your own text."""


class EstimatedInvoice(TypedDict):
    invoice_id: str | None
    """The open invoice that is collected; null for a new one."""
    reason: Literal["first", "trial", "renewal", "plan_change"]
    """Why it was made.

    - `first`: The first period of the subscription.
    - `trial`: The trial: 0 is charged, and the payment method is saved.
    - `renewal`: A further period.
    - `plan_change`: Another price in the middle of a period."""
    period_start: str
    """The beginning of the period that it is for, in UTC."""
    period_end: str
    """The end of the period that it is for, in UTC."""
    line_items: list[LineItem]
    """What the total is made of."""
    total: int
    """The sum of the lines."""
    credit_applied: int
    """Taken from the credit balance of the customer."""
    credit_granted: int
    """Added to the credit balance, because the total is negative."""
    amount: int
    """What is charged, in the lowest unit of the currency."""


class EstimatedRenewal(TypedDict):
    """The next period after that; null if it is not renewed next."""
    billing_at: str
    """When it is billed, in UTC."""
    line_items: list[LineItem]
    """What its invoice is made of."""
    total: int
    """The sum of the lines, before the credit that the customer has then."""


class ItemPrice(TypedDict):
    price_id: str
    """The price; send it as `item_price_id`."""
    item_id: str
    """The plan of the price."""
    amount: int
    """The price of a period, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    interval: Literal["day", "week", "month", "year"]
    """The unit of a period, which has `interval_count` of them. In UTC; short months end on their last day."""
    interval_count: int
    """A period is this many intervals."""
    trial_period: int | None
    """The length of the trial; null without a trial."""
    trial_period_unit: Literal["day", "week", "month", "year"] | None
    """The unit of `trial_period`; null without a trial."""


class PlanChange(TypedDict):
    """A plan change, with its request body."""
    plan_id: str
    """The plan of the new price."""
    item_price_id: str
    """The new price. The difference for the rest of the period is invoiced at once."""


class Resumption(TypedDict):
    """A resumption, with its request body."""
    resume_option: Literal["immediately", "specific_date"]
    """When it is resumed: with this request, or at `resume_date`."""
    resume_date: NotRequired[str | None]
    """With `specific_date`: when to resume, in the future; ISO 8601."""
    unpaid_invoices_handling: NotRequired[Literal["no_action", "schedule_payment_collection"] | None]
    """`schedule_payment_collection` collects a renewal that was unpaid before the pause; `no_action`, the default, voids its invoice and goes on without it."""


class Subscription(TypedDict):
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
    client_secret: str | None
    """For the browser of the customer, 15 minutes from creation or update. Null for keys without `subscriptions:write`, in lists and in events."""
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


class SubscriptionActionEstimate(TypedDict):
    effective_at: str
    """When the action happens: now, or at its date, in UTC."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: int
    """What is charged: the sum of the invoices."""
    invoices: list[EstimatedInvoice]
    """What the action creates or collects, in the order in which it is charged. An invoice after another is made when that one is paid."""
    voided_invoice_id: str | None
    """The open invoice that is voided; null if there is none."""
    credit_granted: int | None
    """What becomes credit of the customer; null if it depends on a period that is not billed yet."""
    credit_returned: int
    """The credit that the voided invoice had used, which returns to the customer."""
    renewal: EstimatedRenewal | None
    """The next period after that; null if it is not renewed next."""


class SubscriptionCancel(TypedDict):
    cancel_option: Literal["immediately", "end_of_term", "specific_date"]
    """When it ends.

    - `immediately`: With this request.
    - `end_of_term`: When the present period ends.
    - `specific_date`: At the time that the request names."""
    cancel_at: NotRequired[str | None]
    """With `specific_date`: when to cancel, in the future; ISO 8601."""
    credit_option: NotRequired[Literal["none", "prorate", "full"] | None]
    """How much of the present period becomes credit of the customer: nothing (the default), the unused part, or all that the period has brought in and was not given back."""
    reason: NotRequired[str | None]
    """Why it is cancelled: your own text."""


class SubscriptionConfirm(TypedDict):
    client_secret: NotRequired[str]
    """The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`."""
    payment_details: SubscriptionConfirmPaymentDetails
    """The payment method, which is saved for the renewals."""


class SubscriptionConfirmPaymentDetails(TypedDict, total=False):
    """The payment method, which is saved for the renewals."""
    payment_method: Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"]
    """The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent."""
    payment_method_type: PaymentMethodType
    """The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card."""
    payment_method_data: PaymentMethodData
    """The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md."""
    payment_method_id: str | None
    """A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner."""
    billing: Billing | None
    """The payer. By default that of the subscription."""
    shipping: Billing | None
    """Where the goods are sent. By default that of the subscription."""
    browser_info: BrowserInfo
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""


class SubscriptionCreate(TypedDict):
    customer_id: str
    """The existing customer who subscribes."""
    item_price_id: str
    """The price to bill, which also determines the plan."""
    plan_id: NotRequired[str | None]
    """The plan of the price. Refused if the price is of another."""
    coupon_code: NotRequired[str | None]
    """A coupon that is applied from the first invoice on."""
    merchant_reference_id: NotRequired[str | None]
    """Your own reference. It need not be unique."""
    billing: NotRequired[Billing | None]
    """The payer of the invoices, as the invoices show them."""
    shipping: NotRequired[Billing | None]
    """Where the goods are sent."""
    payment_details: SubscriptionCreatePaymentDetails
    """How the first payment is made."""


class SubscriptionCreateAndConfirm(TypedDict):
    customer_id: str
    """The existing customer who subscribes."""
    item_price_id: str
    """The price to bill, which also determines the plan."""
    plan_id: NotRequired[str | None]
    """The plan of the price. Refused if the price is of another."""
    coupon_code: NotRequired[str | None]
    """A coupon that is applied from the first invoice on."""
    merchant_reference_id: NotRequired[str | None]
    """Your own reference. It need not be unique."""
    billing: NotRequired[Billing | None]
    """The payer of the invoices, as the invoices show them."""
    shipping: NotRequired[Billing | None]
    """Where the goods are sent."""
    payment_details: SubscriptionCreateAndConfirmPaymentDetails
    """How the first payment is made, and with which payment method."""


class SubscriptionCreateAndConfirmPaymentDetails(TypedDict):
    """How the first payment is made, and with which payment method."""
    return_url: str
    """Where the browser of the customer is sent after the first payment, with `payment_id` and `status`."""
    authentication_type: NotRequired[Literal["three_ds", "no_three_ds"] | None]
    """Of the first payment: `three_ds` demands 3-D Secure, `no_three_ds` skips it."""
    capture_method: NotRequired[Literal["automatic", "manual", "manual_multiple", "scheduled", "sequential_automatic"] | None]
    """Of the first payment; renewals are captured at once. `scheduled` and `sequential_automatic` capture like `automatic`."""
    setup_future_usage: NotRequired[Literal["off_session", "on_session"] | None]
    """A subscription charges later in any case, so the card is always saved."""
    payment_type: NotRequired[Literal["normal", "new_mandate", "setup_mandate", "recurring_mandate"] | None]
    """Stored with the subscription. It changes nothing: every subscription saves the payment method."""
    payment_method: NotRequired[Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"]]
    """The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent."""
    payment_method_type: NotRequired[PaymentMethodType]
    """The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card."""
    payment_method_data: NotRequired[PaymentMethodData]
    """The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md."""
    payment_method_id: NotRequired[str | None]
    """A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner."""
    billing: NotRequired[Billing | None]
    """The payer. By default that of the subscription."""
    shipping: NotRequired[Billing | None]
    """Where the goods are sent. By default that of the subscription."""
    browser_info: NotRequired[BrowserInfo]
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""


class SubscriptionCreatePaymentDetails(TypedDict):
    """How the first payment is made."""
    return_url: str
    """Where the browser of the customer is sent after the first payment, with `payment_id` and `status`."""
    authentication_type: NotRequired[Literal["three_ds", "no_three_ds"] | None]
    """Of the first payment: `three_ds` demands 3-D Secure, `no_three_ds` skips it."""
    capture_method: NotRequired[Literal["automatic", "manual", "manual_multiple", "scheduled", "sequential_automatic"] | None]
    """Of the first payment; renewals are captured at once. `scheduled` and `sequential_automatic` capture like `automatic`."""
    setup_future_usage: NotRequired[Literal["off_session", "on_session"] | None]
    """A subscription charges later in any case, so the card is always saved."""
    payment_type: NotRequired[Literal["normal", "new_mandate", "setup_mandate", "recurring_mandate"] | None]
    """Stored with the subscription. It changes nothing: every subscription saves the payment method."""


class SubscriptionEstimate(TypedDict):
    amount: int
    """What the first invoice asks for: 0 for a trial, less the credit of the customer if `customer_id` is sent."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    plan_id: str
    """The id of the plan: the one that you chose, or a generated one."""
    item_price_id: str
    """The id of the price, which also determines the plan."""
    coupon_code: str | None
    """The code of the coupon. Upper and lower case differ."""
    line_items: list[LineItem]
    """What the first invoice is made of."""


class SubscriptionEstimateChange(TypedDict, total=False):
    """An object with exactly one of: update, cancel, resume."""
    update: PlanChange
    """A plan change, with its request body."""
    cancel: Cancellation
    """A cancellation, with its request body."""
    resume: Resumption
    """A resumption, with its request body."""


class SubscriptionEstimateFirstInvoiceParams(TypedDict):
    item_price_id: str
    """The price to estimate."""
    plan_id: NotRequired[str]
    """The plan of the price. Refused if the price is of another."""
    coupon_code: NotRequired[str]
    """A coupon to apply."""
    customer_id: NotRequired[str]
    """The customer, whose credit is then taken into account."""
    client_secret: NotRequired[str]
    """The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`."""


class SubscriptionItem(TypedDict):
    item_id: str
    """The plan."""
    name: str
    """The name of the plan."""
    description: str | None
    """The merchant's text about the plan."""
    price_id: list[ItemPrice]
    """The prices of the plan."""


class SubscriptionList(TypedDict):
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
    data: list[Subscription]
    """The entries of this page, newest first unless `order` is another."""


class SubscriptionListInvoicesParams(TypedDict, total=False):
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
    status: str | list[str]
    """A status, or several. Values: `invoice_created`, `payment_pending`, `payment_pending_timeout`, `payment_succeeded`, `payment_failed`, `payment_canceled`, `invoice_paid`, `manual_review`, `voided`."""


class SubscriptionListItemsParams(TypedDict, total=False):
    client_secret: str
    """The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`."""
    item_type: Literal["plan"]
    """Only plans are offered."""
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class SubscriptionListParams(TypedDict, total=False):
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
    status: str | list[str]
    """A status, or several. Values: `created`, `active`, `pending`, `trial`, `paused`, `unpaid`, `cancelled`, `failed`, `in_active`, `onetime`."""
    customer_id: str | list[str]
    """A customer, or several."""
    plan_id: str | list[str]
    """A plan, or several."""
    profile_id: str | list[str]
    """A profile, or several, instead of the one in X-Profile-Id."""


class SubscriptionPause(TypedDict):
    pause_option: Literal["immediately", "end_of_term", "specific_date"]
    """When it is paused.

    - `immediately`: With this request.
    - `end_of_term`: When the present period ends.
    - `specific_date`: At the time that the request names."""
    pause_at: NotRequired[str | None]
    """With `specific_date`: when to pause, in the future; ISO 8601."""


class SubscriptionResume(TypedDict):
    resume_option: Literal["immediately", "specific_date"]
    """When it is resumed: with this request, or at `resume_date`."""
    resume_date: NotRequired[str | None]
    """With `specific_date`: when to resume, in the future; ISO 8601."""
    unpaid_invoices_handling: NotRequired[Literal["no_action", "schedule_payment_collection"] | None]
    """`schedule_payment_collection` collects a renewal that was unpaid before the pause; `no_action`, the default, voids its invoice and goes on without it."""


class SubscriptionUpdate(TypedDict):
    plan_id: str
    """The plan of the new price."""
    item_price_id: str
    """The new price. The difference for the rest of the period is invoiced at once."""
