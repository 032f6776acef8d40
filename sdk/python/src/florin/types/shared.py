# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Any, Literal, TypeAlias
from .._typing import NotRequired, TypedDict


CardCountry: TypeAlias = Literal["AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD", "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BV", "BW", "BY", "BZ", "CA", "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE", "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA", "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY", "HK", "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP", "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT", "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS", "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ", "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS", "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST", "SV", "SX", "SY", "SZ", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW", "TZ", "UA", "UG", "UM", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "YE", "YT", "ZA", "ZM", "ZW"]
"""An ISO 3166-1 code of two capital letters, such as DE."""


Currency: TypeAlias = Literal["AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD", "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VED", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XCG", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"]
"""The three-letter ISO 4217 code of the currency, in upper case."""


EventType: TypeAlias = Literal["payment_created", "payment_succeeded", "payment_failed", "payment_processing", "payment_cancelled", "payment_authorized", "payment_captured", "payment_reversed", "action_required", "refund_succeeded", "refund_failed", "refund_review", "dispute_opened", "dispute_expired", "dispute_accepted", "dispute_cancelled", "dispute_challenged", "dispute_won", "dispute_lost", "payout_initiated", "payout_processing", "payout_success", "payout_failed", "payout_cancelled", "payout_expired", "payout_reversed", "invoice_paid", "invoice_payment_failed", "subscription_active", "subscription_trial", "subscription_paused", "subscription_resumed", "subscription_cancelled", "subscription_inactive", "payment_link_completed", "payment_link_expired"]
"""An event type, such as payment_succeeded (all: /docs)."""


Metadata: TypeAlias = dict[str, str | float | bool]
"""Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data."""


MetadataPatch: TypeAlias = 'dict[str, str | float | bool | None]'
"""Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs."""


PaymentMethodType: TypeAlias = Literal["credit", "debit", "apple_pay", "google_pay", "paypal", "amazon_pay", "samsung_pay", "cashapp", "venmo", "ali_pay", "we_chat_pay", "revolut_pay", "mobile_pay", "twint", "vipps", "gcash", "go_pay", "kakao_pay", "momo", "touch_n_go", "dana", "mb_way", "klarna", "affirm", "afterpay_clearpay", "alma", "atome", "walley", "pay_bright", "flexiti", "breadpay", "ideal", "bancontact_card", "eps", "giropay", "sofort", "przelewy24", "blik", "trustly", "interac", "open_banking_uk", "online_banking_fpx", "online_banking_poland", "online_banking_finland", "online_banking_czech_republic", "online_banking_slovakia", "online_banking_thailand", "swish", "bizum", "eft", "pix", "ach", "sepa", "bacs", "multibanco", "boleto", "crypto_currency", "upi_collect", "upi_intent"]
"""A type of payment method, such as credit or ideal (all: /docs)."""


StoredMetadata: TypeAlias = dict[str, str]
"""The pairs that you sent; all values are text."""


TimelineStatus: TypeAlias = Literal["active", "archived", "invoice_created", "payment_pending", "payment_pending_timeout", "payment_succeeded", "payment_failed", "payment_canceled", "invoice_paid", "manual_review", "voided", "created", "pending", "trial", "paused", "unpaid", "cancelled", "failed", "in_active", "onetime", "dispute_opened", "dispute_challenged", "dispute_accepted", "dispute_expired", "dispute_cancelled", "dispute_won", "dispute_lost", "completed", "expired", "deactivated", "requires_payment_method", "requires_confirmation", "requires_action", "requires_merchant_action", "processing", "requires_capture", "partially_captured_and_capturable", "partially_captured", "succeeded", "review", "requires_payout_method_data", "requires_fulfillment", "requires_vendor_account_creation", "requires_creation", "initiated", "success", "reversed", "ineligible"]
"""The status of an object that has one, as the object itself shows it."""


UnifiedCode: TypeAlias = Literal["UE_1000", "UE_1001", "UE_1002", "UE_1003", "UE_1004", "UE_1005", "UE_1006", "UE_1007", "UE_1008", "UE_1009", "UE_1010", "UE_1011", "UE_1012", "UE_1013", "UE_1014", "UE_1015", "UE_1016", "UE_1017", "UE_1018", "UE_1099", "UE_2000", "UE_2001", "UE_2002", "UE_2003", "UE_2004", "UE_3000", "UE_3001", "UE_3002", "UE_3003", "UE_4000", "UE_4001", "UE_4002", "UE_4003", "UE_4004", "UE_5001", "UE_5002", "UE_5003", "UE_5004", "UE_5005", "UE_5006", "UE_5007", "UE_5008", "UE_5009", "UE_5010", "UE_5011", "UE_5012", "UE_5013", "UE_5014", "UE_5015", "UE_5016", "UE_5017", "UE_5018", "UE_5019", "UE_5020", "UE_5021", "UE_9000"]
"""Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each."""


class Approval(TypedDict):
    user_id: str
    """The user who approved the payout."""
    created: str
    """When it was approved, in UTC."""


class Billing(TypedDict, total=False):
    """The address, the phone and the e-mail address of a person."""
    address: BillingAddress
    """The postal address and the name of the person. All but `line2` and `line3` are required with new payment details."""
    phone: BillingPhone
    """The phone of the person. Both parts are required with new payment details."""
    email: str | None
    """The e-mail address of the person."""


class BillingAddress(TypedDict, total=False):
    """The postal address and the name of the person. All but `line2` and `line3` are required with new payment details."""
    line1: str
    """The first line of the address: street and number."""
    line2: str | None
    """The second line, such as an apartment."""
    line3: str | None
    """The third line."""
    city: str
    """The city or town."""
    state: str
    """The state, province or region."""
    zip: str
    """The postal code."""
    country: CardCountry
    """The two-letter ISO 3166-1 code of the country, in upper case."""
    first_name: str
    """The first name of the person at this address."""
    last_name: str
    """The last name of the person at this address."""


class BillingPhone(TypedDict, total=False):
    """The phone of the person. Both parts are required with new payment details."""
    number: str
    """The phone number without its country code."""
    country_code: str
    """The country code of the phone number, such as `+1`."""


class Blik(TypedDict, total=False):
    """The details of `blik`, in PLN."""
    blik_code: str | None
    """The code in the banking app. Without it the customer enters it on the page."""


class Boleto(TypedDict):
    """The details of `boleto`, in BRL."""
    social_security_number: str
    """The tax number (CPF) of the customer, which the voucher must name."""


class BrowserInfo(TypedDict, total=False):
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""
    ip_address: str
    """The IP address of the shopper. A publishable key cannot send it: then it is that of the connection."""
    user_agent: str
    """The header User-Agent of the browser of the shopper."""
    accept_header: str
    """The header Accept of the browser: the content types it takes."""
    accept_language: str
    """The header Accept-Language of the browser."""
    language: str
    """The language of the browser as a locale tag, such as `en-GB`."""
    color_depth: int
    """The color depth of the screen, in bits per pixel."""
    screen_height: int
    """The height of the screen. In pixels, as the browser reports it."""
    screen_width: int
    """The width of the screen. In pixels, as the browser reports it."""
    time_zone: int
    """The offset from UTC in minutes, as the browser reports it."""
    java_enabled: bool
    """Whether the browser runs Java."""
    java_script_enabled: bool
    """Whether the browser runs JavaScript."""
    os_type: str
    """The operating system of the device."""
    os_version: str
    """The version of the operating system."""
    device_model: str
    """The model of the device."""
    referer: str
    """The page from which the shopper came, as in the header Referer."""


class ConnectorDetails(TypedDict, total=False):
    """The answer of the acquirer."""
    code: str | None
    """The same as `error_code`."""
    message: str | None
    """The same as `error_message`."""
    reason: str | None
    """The acquirer's reason, if it gives one."""


class Contact(TypedDict, total=False):
    """The payer, as sent or taken from the customer; null if unknown."""
    address: ContactAddress | None
    """The postal address and the name of the person."""
    phone: ContactPhone | None
    """The phone of the person."""
    email: str | None
    """The e-mail address of the person."""


class ContactAddress(TypedDict, total=False):
    """The postal address and the name of the person."""
    line1: str | None
    """The first line of the address: street and number."""
    line2: str | None
    """The second line, such as an apartment."""
    line3: str | None
    """The third line."""
    city: str | None
    """The city or town."""
    state: str | None
    """The state, province or region."""
    zip: str | None
    """The postal code."""
    country: str | None
    """The two-letter ISO 3166-1 code of the country, in upper case."""
    first_name: str | None
    """The first name of the person at this address."""
    last_name: str | None
    """The last name of the person at this address."""


class ContactPhone(TypedDict, total=False):
    """The phone of the person."""
    number: str | None
    """The phone number without its country code."""
    country_code: str | None
    """The country code of the phone number, such as `+1`."""


class CreditNote(TypedDict):
    credit_note_id: str
    """The id of the credit note, `crn_…`."""
    number: str | None
    """Without gaps per year, such as `CN-2026-000001`; given in seconds."""
    status: Literal["issued", "void"]
    """Whether it is in force.

    - `issued`: The money was given back.
    - `void`: The money came back: the refund failed later, or the dispute was won."""
    reason: Literal["refund", "dispute"]
    """Why it was issued.

    - `refund`: A payment of the invoice was refunded.
    - `dispute`: A payment of the invoice was lost to a dispute."""
    refund_id: str | None
    """The refund; null for a dispute."""
    dispute_id: str | None
    """The dispute; null for a refund."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: int
    """What was given back."""
    credit_note_pdf: str
    """The credit note as a PDF file."""
    created: str
    """When the object was created, in UTC."""


class Crypto(TypedDict):
    """A payment in a cryptocurrency, on the page of the provider."""
    pay_currency: str
    """The asset that the customer receives: `BTC` for example."""
    wallet_address: str
    """The destination address."""
    network: NotRequired[str | None]
    """The network, if the asset exists on several."""
    wallet_address_tag: NotRequired[str | None]
    """The memo or tag, if the network needs one."""
    payment_method_id: NotRequired[str | None]
    """The id of the option in the quote of the upstream."""
    external_customer_id: NotRequired[str | None]
    """Your customer reference for the upstream checkout."""


class Delivery(TypedDict):
    """The delivery of the event; null until it is queued."""
    status: Literal["pending", "delivered", "exhausted", "stopped", "skipped"]
    """How far the delivery is.

    - `pending`: The next attempt is at `next_attempt_at`.
    - `delivered`: Your server answered with a 2xx.
    - `exhausted`: No attempt succeeded, and there are no more automatic retries.
    - `stopped`: Not retried: your server answered 410, or the profile has no `webhook_url`.
    - `skipped`: Never sent: `reason` says why the profile does not receive it."""
    reason: Literal["no_webhook_url", "event_not_enabled", "gone"] | None
    """Why the delivery was skipped or stopped; null otherwise.

    - `no_webhook_url`: The profile has no `webhook_url`.
    - `event_not_enabled`: The profile does not receive this type.
    - `gone`: Your server answered 410."""
    attempts: int
    """The number of attempts so far."""
    next_attempt_at: str | None
    """When the next attempt is made, in UTC; null if none is."""
    finished_at: str | None
    """When the delivery ended, in UTC; null until then."""


class Dispute(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    payment_id: str
    """The id of the payment: the one that you chose, or a generated `pay_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    amount: int
    """The disputed amount, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    status: Literal["dispute_opened", "dispute_challenged", "dispute_accepted", "dispute_expired", "dispute_cancelled", "dispute_won", "dispute_lost"]
    """What you can do, or how it ended.

    - `dispute_opened`: The cardholder wants the money back. Submit evidence or accept it before `challenge_required_by`.
    - `dispute_challenged`: The issuer has your evidence. You can submit more before `challenge_required_by`.
    - `dispute_accepted`: You accepted the dispute. The cardholder keeps the money.
    - `dispute_expired`: No evidence was submitted in time. The cardholder keeps the money.
    - `dispute_cancelled`: The cardholder withdrew the dispute. The money is returned to you.
    - `dispute_won`: The issuer decided for you. The money is returned to you. The issuer can escalate once.
    - `dispute_lost`: The issuer decided against you. The cardholder keeps the money."""
    dispute_status: Literal["dispute_opened", "dispute_challenged", "dispute_accepted", "dispute_expired", "dispute_cancelled", "dispute_won", "dispute_lost"]
    """The same as `status`."""
    dispute_stage: Literal["pre_dispute", "dispute", "pre_arbitration"]
    """How far the dispute has gone.

    - `pre_dispute`: An inquiry: no money was taken yet.
    - `dispute`: The amount was taken from your balance.
    - `pre_arbitration`: The issuer escalated a dispute that you had won."""
    reason: str
    """Why the cardholder wants the money back, such as `fraudulent`."""
    reason_code: str
    """The card network's code for the reason."""
    challenge_required_by: str
    """Until when you can submit evidence or accept, in UTC."""
    evidence_submitted_at: str | None
    """When evidence was last submitted, in UTC; null until then."""
    is_already_refunded: bool
    """Whether part of the disputed amount had been refunded before."""
    connector_dispute_id: str
    """The id of the dispute at the acquirer."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class EmailDelivery(TypedDict):
    """Of the e-mail with the URL: `queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried. Null without `send_email`."""
    status: Literal["queued", "sent", "failed", "not_sent"]
    """`queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried."""
    attempts: int
    """How often it was tried."""
    error: str | None
    """Why the last attempt failed, or none was made; null otherwise."""
    sent_at: str | None
    """When it was sent, in UTC; null until then."""


class EnabledPaymentMethod(TypedDict):
    payment_method: str
    """A category of payout methods, in any case."""
    payment_method_types: NotRequired[list[str]]
    """The kinds of this category, such as `sepa`. By default all."""


class Ideal(TypedDict, total=False):
    """The details of `ideal`, in EUR."""
    bank_name: str | None
    """The bank of the customer. Without it the customer chooses on the page."""


class Invoice(TypedDict):
    id: str
    """The id of the invoice, `inv_…`."""
    subscription_id: str
    """The id of the subscription, `sub_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    customer_id: str
    """The customer who pays it."""
    payment_id: str | None
    """The last payment that was made for it."""
    payment_method_id: str | None
    """The saved payment method that was last charged for it."""
    number: str | None
    """Without gaps per year; given within seconds after `finalized_at`."""
    status: Literal["invoice_created", "payment_pending", "payment_pending_timeout", "payment_succeeded", "payment_failed", "payment_canceled", "invoice_paid", "manual_review", "voided"]
    """It follows the payments that are made for it.

    - `invoice_created`: It is due, and no payment is in progress.
    - `payment_pending`: A payment was made for it, and its outcome is not known yet.
    - `payment_pending_timeout`: The customer had to act, and did not act in time. `next_attempt_at` says when the next payment is made.
    - `payment_succeeded`: It was paid when nothing waited for it any more. The money is on the credit balance of the customer.
    - `payment_failed`: The payment was declined; `unified_code` says why, `next_attempt_at` when it is retried.
    - `payment_canceled`: You cancelled the payment. `next_attempt_at` says when the next one is made.
    - `invoice_paid`: The money received for it covers it, or there was nothing to pay.
    - `manual_review`: The payment is held for your review: approve or reject it. Or less was received than the invoice asks for: resolve the invoice.
    - `voided`: It will not be paid; a credit that was applied to it was returned."""
    reason: Literal["first", "trial", "renewal", "plan_change"]
    """Why it was made.

    - `first`: The first period of the subscription.
    - `trial`: The trial: 0 is charged, and the payment method is saved.
    - `renewal`: A further period.
    - `plan_change`: Another price in the middle of a period."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    line_items: list[LineItem]
    """What the total is made of."""
    total: int
    """The sum of the lines."""
    credit_applied: int
    """Taken from the credit balance of the customer."""
    credit_granted: int
    """Added to the credit balance, because the total is negative."""
    amount: int
    """What is to be paid."""
    amount_received: int
    """What its payments have received."""
    amount_refunded: int
    """What was refunded of that, including refunds in progress."""
    amount_disputed: int
    """What open and lost disputes take of that."""
    credit_notes: list[CreditNote]
    """One for each refund and each lost dispute of its payments, oldest first."""
    period_start: str
    """The beginning of the period that it is for, in UTC."""
    period_end: str
    """The end of the period that it is for, in UTC."""
    due_at: str
    """When it is to be paid, in UTC."""
    finalized_at: str | None
    """When it became final and so gets its number, in UTC; null before."""
    paid_at: str | None
    """When it was paid, in UTC; null until then."""
    attempt_count: int
    """The payments that were made for it."""
    next_attempt_at: str | None
    """When the next payment is tried, in UTC; null if none is planned."""
    unified_code: UnifiedCode | None
    """Why the last payment was declined, as on the payment; null if it was not."""
    hosted_invoice_url: str
    """A page for the customer: the invoice, and a form while it can be paid."""
    invoice_pdf: str
    """The invoice as a PDF file."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class InvoiceList(TypedDict):
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
    data: list[Invoice]
    """The entries of this page, newest first unless `order` is another."""


class IssuerDetails(TypedDict, total=False):
    """The answer of the card network or the card's issuer, if there is one."""
    code: str | None
    """The code of the issuer; null if the refusal did not come from the issuer."""
    message: str | None
    """The text of the issuer."""
    network_details: NetworkDetails | None
    """The card network."""


class LateOutcome(TypedDict):
    operation_id: str
    """The id of the call to the acquirer."""
    kind: Literal["authorize", "capture"]
    """What the call asked for."""
    amount: int
    """The amount that moved, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    reversal: Literal["pending", "done", "refused"]
    """Whether it was returned: `pending`, `done`, or `refused` by the acquirer."""
    created: str
    """When it was found, as ISO 8601 in UTC."""


class LineItem(TypedDict):
    item_id: str
    """The price, or the code of the coupon."""
    item_type: Literal["plan", "trial", "coupon", "unused_time", "remaining_time"]
    """What the line is for.

    - `plan`: A period of the plan.
    - `trial`: The trial, for which nothing is charged.
    - `coupon`: The discount of a coupon.
    - `unused_time`: The rest of a period that was paid at the old price; negative.
    - `remaining_time`: The rest of a period at the new price."""
    description: str
    """The name of the plan, or the code of the coupon."""
    amount: int
    """Negative for a discount and for unused time."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    quantity: int
    """Always 1."""
    period_start: str
    """The beginning of the time that the line is for, in UTC."""
    period_end: str
    """The end of the time that the line is for, in UTC."""


class MaskedPaymentMethod(TypedDict, total=False):
    """The payment method with its numbers masked, under the same keys as in requests; null until there is one."""
    card: MaskedPaymentMethodCard
    """A card, without its number and its security code."""


class MaskedPaymentMethodCard(TypedDict, total=False):
    """A card, without its number and its security code."""
    last4: str
    """The last four digits of the number."""
    brand: str
    """The brand, such as `visa`; `unknown` if the number does not show it."""
    exp_month: str
    """The month of the expiry, two digits."""
    exp_year: str
    """The year of the expiry, four digits."""
    bin: str
    """The first six digits of the number, which name the issuer."""
    card_holder_name: str | None
    """The name on the card; null if not sent."""


class MaskedPayoutMethod(TypedDict, total=False):
    """Where the money goes, under one key named after the type. Numbers show their last four characters. Null until there is a method."""
    card: dict[str, Any]
    """The card: its last four digits (`last4`), its expiry and the name on it."""
    bank: dict[str, Any]
    """The bank account, with its `payout_method_type`."""
    wallet: dict[str, Any]
    """The wallet, under its name."""
    bank_redirect: dict[str, Any]
    """The e-mail or open-banking account, under its name."""
    passthrough: dict[str, Any]
    """The token of another payment service."""


class NetworkDetails(TypedDict, total=False):
    """The card network."""
    name: str | None
    """The name of the card network."""


class NextAction(TypedDict):
    """What the customer has to do while the status is `requires_action`; null at all other times. The fields beside `type` depend on it."""
    type: Literal["redirect_to_url", "display_bank_transfer_information", "qr_code_information", "display_voucher_information", "wait_screen_information"]
    """What the customer has to do.

    - `redirect_to_url`: Send the browser of the customer to `redirect_to_url`, such as the page of a bank.
    - `display_bank_transfer_information`: Show the account (`account_number` or `iban`, `bank_name`) and the `reference`; the customer transfers the money.
    - `qr_code_information`: Show the QR code (`image_data_url`, or draw `raw_qr_data`) until `display_to_timestamp`.
    - `display_voucher_information`: Show the `reference` that the customer pays with.
    - `wait_screen_information`: The customer acts on another device. Show that you wait, from `display_from_timestamp` to `display_to_timestamp`."""
    redirect_to_url: NotRequired[str]
    """Of `redirect_to_url`: the page to open in the browser of the customer."""
    reference: NotRequired[str]
    """What the customer writes on the transfer, or pays the voucher with."""
    account_number: NotRequired[str]
    """Of a bank transfer: the account to pay to, if it is not an IBAN."""
    iban: NotRequired[str]
    """Of a bank transfer: the account to pay to, as an IBAN."""
    bank_name: NotRequired[str]
    """Of a bank transfer: the name of the bank that has the account."""
    expires_at: NotRequired[str]
    """Of a bank transfer or voucher: until when it can be paid; ISO 8601 in UTC."""
    raw_qr_data: NotRequired[str]
    """Of `qr_code_information`: the text that the QR code encodes."""
    image_data_url: NotRequired[str]
    """Of `qr_code_information`: the code as an SVG image, as a data URL."""
    display_from_timestamp: NotRequired[str]
    """Of `wait_screen_information`: when the wait began; ISO 8601 in UTC."""
    display_to_timestamp: NotRequired[str]
    """Until when to show the code or the wait screen; ISO 8601 in UTC."""


class Note(TypedDict):
    note_id: str
    """The id of the note, `note_…`."""
    object_type: Literal["payment", "dispute", "customer"]
    """The type of the object."""
    object_id: str
    """The object that it is about."""
    text: str
    """For the team, who alone see it."""
    user_id: str
    """The author."""
    created: str
    """When the object was created, in UTC."""


class Notes(TypedDict):
    count: int
    """How many there are."""
    data: list[Note]
    """All of them, newest first."""


class OnlineBankingFpx(TypedDict):
    """The details of `online_banking_fpx`, in MYR."""
    issuer: str
    """The bank that the customer pays from."""


class PayLater(TypedDict, total=False):
    """Pay later: one object, named after `payment_method_type`. The payment needs an email and a billing address."""
    klarna: ProviderPage
    """The details of `klarna`, in AUD, CAD, CHF, CZK, DKK, EUR, GBP, NOK, NZD, PLN, RON, SEK, USD."""
    affirm: ProviderPage
    """The details of `affirm`, in CAD, USD."""
    afterpay_clearpay: ProviderPage
    """The details of `afterpay_clearpay`, in AUD, CAD, GBP, NZD, USD."""
    alma: ProviderPage
    """The details of `alma`, in EUR."""
    atome: ProviderPage
    """The details of `atome`, in HKD, IDR, MYR, PHP, SGD, THB."""
    walley: ProviderPage
    """The details of `walley`, in DKK, EUR, NOK, SEK."""
    pay_bright: ProviderPage
    """The details of `pay_bright`, in CAD."""
    flexiti: ProviderPage
    """The details of `flexiti`, in CAD."""
    breadpay: ProviderPage
    """The details of `breadpay`, in USD."""


class PaymentAttempt(TypedDict):
    attempt_id: str
    """The id of the call, which the acquirer knows too."""
    connector_id: str | None
    """Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it."""
    connector: str | None
    """The acquirer that was called; null if none was. Secret keys see it."""
    status: Literal["sent", "challenge", "pending", "approved", "declined", "refused", "not_sent", "revoked", "late"]
    """What came of it. `sent`: no answer yet. `not_sent` and `revoked`: certainly nothing was charged. `late`: approved after it had been closed, and reversed."""
    unified_code: UnifiedCode | None
    """Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each."""
    error_code: str | None
    """The acquirer's own code for the failure; null without one. Branch on `unified_code`."""
    three_ds: ThreeDs | None
    """The authentication; null if the acquirer reported none."""
    risk: Risk | None
    """The decision of the risk rules; null if none matched."""
    amount: int
    """What was asked for, in the lowest unit of the currency."""
    created: str
    """When the object was created, in UTC."""
    finished_at: str | None
    """When it ended, in UTC; null while it is open."""


class PaymentCreateOrderDetail(TypedDict):
    name: str
    """The name of the item."""
    quantity: int
    """How many of the item."""
    amount: int
    """The amount of the entry, in the lowest unit of the currency."""
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""


class PaymentErrorDetails(TypedDict, total=False):
    """A declined payment as Florin, the issuer and the acquirer describe it; null otherwise."""
    unified_details: UnifiedDetails | None
    """The decline as Florin unifies it."""
    issuer_details: IssuerDetails | None
    """The answer of the card network or the card's issuer, if there is one."""
    connector_details: ConnectorDetails | None
    """The answer of the acquirer."""


class PaymentLink(TypedDict):
    payment_link_id: str
    """The id of the payment link, `plink_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    link_type: Literal["one_time", "recurring", "donation"]
    """How often it can be paid.

    - `one_time`: It is paid once.
    - `recurring`: It can be paid any number of times until it expires; it is not a subscription.
    - `donation`: Like `recurring`; without an `amount` the shopper chooses one."""
    status: Literal["active", "completed", "expired", "deactivated"]
    """Whether it can be paid.

    - `active`: Can be paid on its page.
    - `completed`: Paid: once if it is `one_time`, or as often as `usage_limit` allows.
    - `expired`: Its `expiry` has passed. A payment that was in progress can still complete it.
    - `deactivated`: You deactivated it. A payment that was in progress can still complete it."""
    url: str
    """The page on which a shopper pays."""
    link_to_pay: str
    """The same as `url`."""
    amount: int | None
    """What is collected, in the lowest unit; null if the shopper chooses it."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    suggested_amounts: list[int] | None
    """Of a donation: the amounts to choose from, in the lowest unit; null without any."""
    min_amount: int | None
    """Of a donation: the least that can be given; null: no minimum."""
    max_amount: int | None
    """Of a donation: the most that can be given; null: no maximum."""
    description: str | None
    """What is paid for, as the page shows it."""
    order_details: list[PaymentOrderDetail] | None
    """The order that you sent, one entry for each item; null without one."""
    customer_id: str | None
    """The customer whom the payments belong to; null without one."""
    email: str | None
    """The address that the URL is sent to."""
    send_email: bool
    """Whether the URL is sent to `email`."""
    email_delivery: EmailDelivery | None
    """Of the e-mail with the URL: `queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried. Null without `send_email`."""
    capture_method: Literal["automatic", "manual", "manual_multiple"]
    """`automatic` captures on approval, `manual` waits for one capture, `manual_multiple` for several."""
    authentication_type: Literal["three_ds", "no_three_ds"] | None
    """Whether you asked for 3-D Secure or for none; null if you left it open."""
    require_customer_info: bool
    """Whether the page asks for the name, the e-mail address and the billing address."""
    payment_link_config: PaymentLinkCreatePaymentLinkConfig | None
    """How the page looks, as you sent it; null: as the profile says."""
    usage_limit: int | None
    """How many payments may succeed; null without a limit."""
    usage_count: int
    """The payments that succeeded."""
    sold_out_message: str | None
    """What the page says once the link is completed or expired."""
    payment_id: str | None
    """The last payment made through the link."""
    metadata: StoredMetadata
    """The pairs that you sent; all values are text."""
    expiry: str
    """Until when it can be paid, in UTC."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""


class PaymentLinkCreatePaymentLinkConfig(TypedDict, total=False):
    """How the page of this link looks; each absent setting is that of the profile."""
    seller_name: str | None
    """The name of the seller at the top of the page. By default that of the profile."""
    logo: str | None
    """An https URL, or a data URL of an image with at most 32,768 characters. A PNG or JPEG is checked and encoded again, so the answer has other bytes."""
    theme: str | None
    """The color of buttons and links on the hosted pages, such as `#1a73e8`."""
    sdk_layout: Literal["tabs", "accordion", "spaced_accordion"] | None
    """How the page arranges the payment methods."""
    allowed_payment_method_types: list[PaymentMethodType] | None
    """Shown in this order; empty: all that the profile accepts."""


class PaymentMethod(TypedDict):
    payment_method_id: str
    """The id of the saved payment method, `pm_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    customer_id: str
    """The customer who owns it."""
    payment_method: Literal["card", "wallet", "pay_later", "bank_redirect", "bank_transfer", "crypto", "upi"]
    """The category of the payment method."""
    payment_method_type: PaymentMethodType
    """The kind within the category, such as `credit`."""
    payment_method_data: dict[str, Any] | None
    """The method with its numbers masked."""
    is_default: bool
    """Whether it is the `default_payment_method_id` of the customer."""
    card: PaymentMethodCard | None
    """Null for a method that is not a card."""
    replaced_by: str | None
    """A newer method of the customer with the same card number, such as the same card after its renewal."""
    created: str
    """When the object was created, in UTC."""


class PaymentMethodCard(TypedDict):
    """Null for a method that is not a card."""
    expired: bool
    """The month of its expiry has passed."""
    expires_soon: bool
    """It expires within 30 days."""


class PaymentMethodData(TypedDict, total=False):
    """The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md."""
    card: PaymentMethodDataCard
    """A credit or debit card. Answers show only its last four digits and its brand."""
    provider_page: ProviderPage
    """A card that the customer enters on a page of the acquirer, for provider accounts whose `card_entry` is `provider_page`. The payment needs a `return_url`."""
    wallet: PaymentMethodDataWallet
    """A wallet: one object, named after `payment_method_type`."""
    pay_later: PayLater
    """Pay later: one object, named after `payment_method_type`. The payment needs an email and a billing address."""
    bank_redirect: PaymentMethodDataBankRedirect
    """A payment on the page of a bank: one object, named after `payment_method_type`."""
    bank_transfer: PaymentMethodDataBankTransfer
    """A transfer or voucher that the customer pays elsewhere: one object, named after `payment_method_type`."""
    crypto: Crypto
    """A payment in a cryptocurrency, on the page of the provider."""
    upi: Upi
    """UPI: one object, named after `payment_method_type`."""
    billing: Billing
    """The address, the phone and the e-mail address of a person."""
    token: str
    """A card as a token of `POST /tokens`, instead of its details. It works once."""


class PaymentMethodDataBankRedirect(TypedDict, total=False):
    """A payment on the page of a bank: one object, named after `payment_method_type`."""
    ideal: Ideal
    """The details of `ideal`, in EUR."""
    bancontact_card: ProviderPage
    """The details of `bancontact_card`, in EUR."""
    eps: Ideal
    """The details of `eps`, in EUR."""
    giropay: ProviderPage
    """The details of `giropay`, in EUR."""
    sofort: Sofort
    """The details of `sofort`, in EUR."""
    przelewy24: ProviderPage
    """The details of `przelewy24`, in EUR, PLN."""
    blik: Blik
    """The details of `blik`, in PLN."""
    trustly: ProviderPage
    """The details of `trustly`, in CZK, DKK, EUR, GBP, NOK, PLN, RON, SEK."""
    interac: ProviderPage
    """The details of `interac`, in CAD."""
    open_banking_uk: PaymentMethodDataBankRedirectOpenBankingUk
    """The details of `open_banking_uk`, in GBP."""
    online_banking_fpx: OnlineBankingFpx
    """The details of `online_banking_fpx`, in MYR."""
    online_banking_poland: ProviderPage
    """The details of `online_banking_poland`, in PLN."""
    online_banking_finland: ProviderPage
    """The details of `online_banking_finland`, in EUR."""
    online_banking_czech_republic: ProviderPage
    """The details of `online_banking_czech_republic`, in CZK."""
    online_banking_slovakia: ProviderPage
    """The details of `online_banking_slovakia`, in EUR."""
    online_banking_thailand: ProviderPage
    """The details of `online_banking_thailand`, in THB."""
    swish: ProviderPage
    """The details of `swish`, in SEK."""
    bizum: ProviderPage
    """The details of `bizum`, in EUR."""
    eft: ProviderPage
    """The details of `eft`, in ZAR."""


class PaymentMethodDataBankRedirectOpenBankingUk(TypedDict, total=False):
    """The details of `open_banking_uk`, in GBP."""
    issuer: str | None
    """The bank that the customer pays from."""


class PaymentMethodDataBankTransfer(TypedDict, total=False):
    """A transfer or voucher that the customer pays elsewhere: one object, named after `payment_method_type`."""
    pix: ProviderPage
    """The details of `pix`, in BRL."""
    ach: ProviderPage
    """The details of `ach`, in USD."""
    sepa: ProviderPage
    """The details of `sepa`, in EUR."""
    bacs: ProviderPage
    """The details of `bacs`, in GBP."""
    multibanco: ProviderPage
    """The details of `multibanco`, in EUR."""
    boleto: Boleto
    """The details of `boleto`, in BRL."""


class PaymentMethodDataCard(TypedDict):
    """A credit or debit card. Answers show only its last four digits and its brand."""
    card_number: str
    """The number on the card. Spaces and dashes are ignored."""
    card_exp_month: str
    """The month of expiry, two digits."""
    card_exp_year: str
    """The year of expiry, four digits. Month and year must not have passed."""
    card_cvc: str
    """The security code. It is sent to the acquirer and never stored."""
    card_holder_name: NotRequired[str | None]
    """The name on the card."""


class PaymentMethodDataWallet(TypedDict, total=False):
    """A wallet: one object, named after `payment_method_type`."""
    apple_pay: PaymentMethodDataWalletApplePay
    """The details of `apple_pay`."""
    google_pay: PaymentMethodDataWalletGooglePay
    """The details of `google_pay`."""
    paypal: ProviderPage
    """The details of `paypal`."""
    amazon_pay: ProviderPage
    """The details of `amazon_pay`."""
    samsung_pay: ProviderPage
    """The details of `samsung_pay`."""
    cashapp: ProviderPage
    """The details of `cashapp`, in USD."""
    venmo: ProviderPage
    """The details of `venmo`, in USD."""
    ali_pay: ProviderPage
    """The details of `ali_pay`."""
    we_chat_pay: ProviderPage
    """The details of `we_chat_pay`."""
    revolut_pay: ProviderPage
    """The details of `revolut_pay`."""
    mobile_pay: ProviderPage
    """The details of `mobile_pay`, in DKK, EUR, NOK, SEK."""
    twint: ProviderPage
    """The details of `twint`, in CHF."""
    vipps: Vipps
    """The details of `vipps`, in NOK."""
    gcash: ProviderPage
    """The details of `gcash`, in PHP."""
    go_pay: ProviderPage
    """The details of `go_pay`, in IDR."""
    kakao_pay: ProviderPage
    """The details of `kakao_pay`, in KRW."""
    momo: ProviderPage
    """The details of `momo`, in VND."""
    touch_n_go: ProviderPage
    """The details of `touch_n_go`, in MYR."""
    dana: ProviderPage
    """The details of `dana`, in IDR."""
    mb_way: Vipps
    """The details of `mb_way`, in EUR."""


class PaymentMethodDataWalletApplePay(TypedDict):
    """The details of `apple_pay`."""
    payment_method: PaymentMethodDataWalletApplePayPaymentMethod
    """The card behind the wallet, without its number."""
    payment_data: NotRequired[dict[str, Any] | None]
    """The encrypted payment data, as the SDK of the wallet returned it."""
    token: NotRequired[dict[str, Any] | None]
    """The encrypted payment data, as the SDK of the wallet returned it. Another name for `payment_data`: send one of them."""
    transaction_identifier: NotRequired[str | None]
    """The id that the SDK gave to this use of the wallet."""


class PaymentMethodDataWalletApplePayPaymentMethod(TypedDict):
    """The card behind the wallet, without its number."""
    display_name: str
    """The card, as the wallet shows it to the customer: `Visa 4242` for example."""
    network: str
    """The card network, as the SDK names it."""
    type: str
    """`credit`, `debit` or `prepaid`, as the SDK names it."""


class PaymentMethodDataWalletGooglePay(TypedDict):
    """The details of `google_pay`."""
    payment_method: PaymentMethodDataWalletApplePayPaymentMethod
    """The card behind the wallet, without its number."""
    payment_data: NotRequired[dict[str, Any] | None]
    """The encrypted payment data, as the SDK of the wallet returned it."""
    token: NotRequired[dict[str, Any] | None]
    """The encrypted payment data, as the SDK of the wallet returned it. Another name for `payment_data`: send one of them."""


class PaymentOrderDetail(TypedDict, total=False):
    name: str
    """The name of the item."""
    quantity: int
    """How many of the item."""
    amount: int
    """The amount of the entry, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""


class PaymentOrigin(TypedDict):
    """The link or invoice that the payment is for; null if it was created by itself. Only when expanded."""
    payment_link_id: str | None
    """The payment link that was paid."""
    invoice_id: str | None
    """The invoice that was paid."""
    subscription_id: str | None
    """The invoice's subscription."""


class PayoutAttempt(TypedDict):
    attempt_id: str
    """The id of the attempt."""
    status: Literal["requires_payout_method_data", "requires_confirmation", "requires_fulfillment", "requires_vendor_account_creation", "requires_creation", "initiated", "pending", "success", "failed", "reversed", "cancelled", "expired", "ineligible"]
    """The status of the payout after this attempt."""
    amount: int
    """What was sent, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    connector: str
    """The acquirer that was called; null if none was. Secret keys see it."""
    connector_transaction_id: str | None
    """The id of the transaction at the acquirer, for questions to the acquirer; null until there is one."""
    error_code: str | None
    """The acquirer's own code for the failure; null without one. Branch on `unified_code`."""
    error_message: str | None
    """The acquirer's own text for the failure, for your support staff; null without one."""
    unified_code: UnifiedCode | None
    """Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each."""
    unified_message: str | None
    """The text of `unified_code`, which you may show to the customer."""
    created: str
    """When it was sent, in UTC."""


class PayoutCustomer(TypedDict):
    """The recipient, as the payout was created."""
    id: str
    """The same as `customer_id`."""
    name: str | None
    """The name of the recipient."""
    email: str | None
    """The e-mail address of the recipient."""
    phone: str | None
    """The phone number of the recipient, without country code."""
    phone_country_code: str | None
    """The country code of the phone number, such as `+1`."""


class PayoutLink(TypedDict, total=False):
    """The page on which the recipient enters the method; null without one."""
    link: str
    """The page for the recipient. With `payouts:write` its fragment has the `client_secret`, without which the page takes no details."""
    config: PayoutLinkConfig
    """How the page looks, as you sent it."""


class PayoutLinkConfig(TypedDict, total=False):
    """How the page of the payout link looks; only with `payout_link`."""
    logo: str
    """The address of the image at the top of the page."""
    merchant_name: str
    """Your name at the top of the page. By default that of the profile."""
    theme: str
    """The color of the page, such as `#1a73e8`."""
    enabled_payment_methods: list[EnabledPaymentMethod]
    """What the page offers. By default the usual methods of the currency."""
    form_layout: str
    """Stored and returned with the link; it changes nothing."""
    test_mode: bool
    """Stored and returned with the link; it changes nothing."""


class PendingUpdate(TypedDict):
    """The plan change that waits for the payment of its invoice; null if there is none. Until it is paid, everything else shows the present plan."""
    plan_id: str
    """The new plan."""
    item_price_id: str
    """The new price."""
    invoice_id: str
    """The invoice whose payment makes the change."""
    expires_at: str
    """Until then it can be paid: 24 hours, or the end of the period if that is earlier. In UTC."""


class ProviderPage(TypedDict, total=False):
    """A card that the customer enters on a page of the acquirer, for provider accounts whose `card_entry` is `provider_page`. The payment needs a `return_url`."""


class Refund(TypedDict):
    refund_id: str
    """The id of the refund: the one that you chose, or a generated `ref_…`."""
    payment_id: str
    """The id of the payment: the one that you chose, or a generated `pay_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    profile_id: str
    """The id of the business profile, `pro_…`."""
    customer_id: str | None
    """The customer of the payment; null without one."""
    amount: int
    """What is refunded, in the lowest unit of the currency."""
    currency: str
    """The currency of the payment."""
    status: Literal["pending", "succeeded", "failed", "review"]
    """How far the refund is.

    - `pending`: In progress, or waiting for its batch at `scheduled_at`. Nothing to do.
    - `succeeded`: The money was sent to the customer.
    - `failed`: No money was refunded, or it was returned; `unified_code` says why. Create another refund.
    - `review`: The acquirer reports no outcome. The operator queries the acquirer and resolves the refund."""
    refund_type: Literal["Instant", "Scheduled"]
    """`Instant` is sent immediately, `Scheduled` with the next batch of the profile."""
    reason: str | None
    """Why it was made: your own text."""
    metadata: StoredMetadata
    """The pairs that you sent; all values are text."""
    error_code: str | None
    """The acquirer's own code for the failure; null without one. Branch on `unified_code`."""
    error_message: str | None
    """The acquirer's own text for the failure, for your support staff; null without one."""
    unified_code: UnifiedCode | None
    """Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each."""
    unified_message: str | None
    """The text of `unified_code`, which you may show to the customer."""
    connector_refund_id: str | None
    """The id of the refund at the acquirer; null until there is one."""
    scheduled_at: str | None
    """When the batch of a `Scheduled` refund is sent, in UTC; null for an `Instant` one."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""
    completed_at: str | None
    """When it succeeded or failed, in UTC; null until then."""


class Risk(TypedDict, total=False):
    """The decision of the risk rules; null if none matched."""
    action: str
    """What the risk rules decided, such as `review`."""
    rule: int | None
    """The position of the rule, from 0."""


class Sofort(TypedDict, total=False):
    """The details of `sofort`, in EUR."""
    country: CardCountry | None
    """The country of the bank, as a two-letter ISO 3166 code."""


class SubscriptionInvoice(TypedDict):
    """The newest invoice of the subscription."""
    id: str
    """The id of the invoice, `inv_…`."""
    subscription_id: str
    """The id of the subscription, `sub_…`."""
    amount: int
    """What is to be paid, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    status: Literal["invoice_created", "payment_pending", "payment_pending_timeout", "payment_succeeded", "payment_failed", "payment_canceled", "invoice_paid", "manual_review", "voided"]
    """It follows the payments that are made for it.

    - `invoice_created`: It is due, and no payment is in progress.
    - `payment_pending`: A payment was made for it, and its outcome is not known yet.
    - `payment_pending_timeout`: The customer had to act, and did not act in time. `next_attempt_at` says when the next payment is made.
    - `payment_succeeded`: It was paid when nothing waited for it any more. The money is on the credit balance of the customer.
    - `payment_failed`: The payment was declined; `unified_code` says why, `next_attempt_at` when it is retried.
    - `payment_canceled`: You cancelled the payment. `next_attempt_at` says when the next one is made.
    - `invoice_paid`: The money received for it covers it, or there was nothing to pay.
    - `manual_review`: The payment is held for your review: approve or reject it. Or less was received than the invoice asks for: resolve the invoice.
    - `voided`: It will not be paid; a credit that was applied to it was returned."""


class SubscriptionPayment(TypedDict):
    """The newest payment of `invoice`; null if there was nothing to pay."""
    payment_id: str
    """The id of the payment: the one that you chose, or a generated `pay_…`."""
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
    """What is collected, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    payment_method_type: PaymentMethodType | None
    """The kind within the category, such as `credit` or `ideal`; null until there is a method."""
    next_action: NextAction | None
    """What the customer has to do while the status is `requires_action`; null at all other times. The fields beside `type` depend on it."""


class SubscriptionPaymentDetails(TypedDict):
    """The terms of the first payment as you sent them; null where you sent none."""
    return_url: str
    """Where the browser was to be sent."""
    authentication_type: NotRequired[Literal["three_ds", "no_three_ds"] | None]
    """Of the first payment: `three_ds` demands 3-D Secure, `no_three_ds` skips it."""
    capture_method: NotRequired[Literal["automatic", "manual", "manual_multiple", "scheduled", "sequential_automatic"] | None]
    """Of the first payment; renewals are captured at once. `scheduled` and `sequential_automatic` capture like `automatic`."""
    setup_future_usage: NotRequired[Literal["off_session", "on_session"] | None]
    """A subscription charges later in any case, so the card is always saved."""
    payment_type: NotRequired[Literal["normal", "new_mandate", "setup_mandate", "recurring_mandate"] | None]
    """Stored with the subscription. It changes nothing: every subscription saves the payment method."""


class ThreeDs(TypedDict, total=False):
    """The authentication; null if the acquirer reported none."""
    version: str | None
    """The version of 3-D Secure."""
    result: str | None
    """The result, as the acquirer names it."""
    eci: str | None
    """The indicator of the card network."""


class UnifiedDetails(TypedDict, total=False):
    """The decline as Florin unifies it."""
    category: str | None
    """The same as `unified_code`."""
    message: str | None
    """The same as `unified_message`."""


class Upi(TypedDict, total=False):
    """UPI: one object, named after `payment_method_type`."""
    upi_collect: UpiCollect
    """The details of `upi_collect`, in INR."""
    upi_intent: ProviderPage
    """The details of `upi_intent`, in INR."""


class UpiCollect(TypedDict):
    """The details of `upi_collect`, in INR."""
    vpa_id: str
    """The virtual payment address of the customer, who approves in the UPI app."""


class Vipps(TypedDict):
    """The details of `vipps`, in NOK."""
    telephone_number: str
    """The number that the customer has registered with the wallet."""
