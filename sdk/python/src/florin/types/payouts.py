# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal, TypeAlias
from .._typing import NotRequired, TypedDict
from .shared import Approval, Billing, BrowserInfo, CardCountry, Contact, Currency, MaskedPayoutMethod, Metadata, MetadataPatch, PayoutAttempt, PayoutCustomer, PayoutLink, PayoutLinkConfig, StoredMetadata, UnifiedCode


TokenType: TypeAlias = Literal["ach", "affirm", "afterpay_clearpay", "ali_pay", "alma", "amazon_pay", "apple_pay", "atome", "bacs", "bancontact_card", "bizum", "blik", "boleto", "breadpay", "cashapp", "credit", "crypto_currency", "dana", "debit", "eft", "eps", "flexiti", "gcash", "giropay", "go_pay", "google_pay", "ideal", "interac", "kakao_pay", "klarna", "mb_way", "mobile_pay", "momo", "multibanco", "online_banking_czech_republic", "online_banking_finland", "online_banking_fpx", "online_banking_poland", "online_banking_slovakia", "online_banking_thailand", "open_banking", "open_banking_uk", "pay_bright", "paypal", "pix", "pix_emv", "pix_key", "przelewy24", "revolut_pay", "samsung_pay", "sepa", "sofort", "swish", "touch_n_go", "trustly", "twint", "upi_collect", "upi_intent", "venmo", "vipps", "walley", "we_chat_pay"]
"""The type of the method behind the token."""


class ApplePayDecrypt(TypedDict):
    """The decrypted token of Apple Pay."""
    dpan: str
    """The number of the card or of the token for it. Answers show its last four digits."""
    expiry_month: str
    """The month in which the card expires."""
    expiry_year: str
    """The year in which the card expires."""
    card_holder_name: str
    """The name on the card."""
    card_network: NotRequired[str | None]
    """The network of the card, in any case."""


class GooglePayDecrypt(TypedDict):
    """The decrypted token of Google Pay."""
    application_primary_account_number: str
    """The number of the card or of the token for it. Answers show its last four digits."""
    expiry_month: str
    """The month in which the card expires."""
    expiry_year: str
    """The year in which the card expires."""
    card_holder_name: str
    """The name on the card."""
    card_network: NotRequired[str | None]
    """The network of the card, in any case."""


class Passthrough(TypedDict):
    """A token of another payment service."""
    psp_token: str
    """The token of the payout method at another payment service."""
    psp_customer_id: str
    """The id of the recipient at that service."""
    token_type: TokenType
    """The type of the method behind the token."""


class Payout(TypedDict):
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
    client_secret: str | None
    """Lets a recipient with a publishable key enter the payout method. Null in lists and for keys without `payouts:write`."""
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
    approvals_required: int
    """How many different users must approve it before it is sent: `payout_approvals` of its profile now."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""
    confirmed_at: str | None
    """When the details were confirmed, in UTC; null until then."""
    expires_at: str | None
    """When it expires unless it is sent, in UTC; null once it is sent."""


class PayoutCancel(TypedDict, total=False):
    cancellation_reason: str | None
    """Why it was cancelled: your own text of up to 255 characters."""


class PayoutConfirm(TypedDict, total=False):
    client_secret: str
    """The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`."""
    amount: int
    """In the lowest unit of the currency."""
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    merchant_order_reference_id: str | None
    """Your own reference, such as an order number. It need not be unique."""
    payout_type: str
    """The type of the method, in any case. Required before the confirmation; the method in the request sets it."""
    payout_method_data: PayoutMethodData
    """Where the money goes: exactly one method. Stored encrypted."""
    payout_token: str
    """A token from POST /tokens, or a `payout_method_id`."""
    payout_method_id: str
    """A saved payout method of the customer, instead of `payout_method_data`."""
    source_bank_data: PayoutMethodDataBankTransfer
    """The bank account that the money comes from. Stored encrypted."""
    customer: PayoutCreateCustomer
    """The recipient: an existing customer, or a new one."""
    customer_id: str | None
    """Send the `customer` object instead."""
    email: str | None
    """Send the `customer` object instead."""
    name: str | None
    """Send the `customer` object instead."""
    phone: str | None
    """Send the `customer` object instead."""
    phone_country_code: str | None
    """Send the `customer` object instead."""
    billing: Billing
    """The recipient: the address, the phone and the e-mail address."""
    entity_type: str
    """What the recipient is: a person, a company or another body."""
    priority: str
    """How fast the rail should send it, in any case. By default the rail decides."""
    description: str | None
    """Your own text about the payout."""
    confirm: bool
    """True confirms the details with this request, which must be complete."""
    auto_fulfill: bool
    """True sends the payout within seconds after its confirmation. By default false. Refused with 422 if the profile has `payout_approvals`."""
    recurring: bool
    """True saves the method when the payout succeeds, for later payouts. By default false."""
    business_country: CardCountry
    """The two-letter ISO 3166-1 code of the country of your business."""
    profile_id: str
    """The business profile of the payout. By default your default profile."""
    return_url: str | None
    """An address of yours that is stored with the payout."""
    session_expiry: int
    """Seconds until the client secret expires."""
    browser_info: BrowserInfo
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""
    metadata: MetadataPatch | None
    """Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs."""


class PayoutCreate(TypedDict):
    amount: int
    """In the lowest unit of the currency."""
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    merchant_order_reference_id: NotRequired[str | None]
    """Your own reference, such as an order number. It need not be unique."""
    payout_type: NotRequired[str]
    """The type of the method, in any case. Required before the confirmation; the method in the request sets it."""
    payout_method_data: NotRequired[PayoutMethodData]
    """Where the money goes: exactly one method. Stored encrypted."""
    payout_token: NotRequired[str]
    """A token from POST /tokens, or a `payout_method_id`."""
    payout_method_id: NotRequired[str]
    """A saved payout method of the customer, instead of `payout_method_data`."""
    source_bank_data: NotRequired[PayoutMethodDataBankTransfer]
    """The bank account that the money comes from. Stored encrypted."""
    customer: NotRequired[PayoutCreateCustomer]
    """The recipient: an existing customer, or a new one."""
    customer_id: NotRequired[str | None]
    """Send the `customer` object instead."""
    email: NotRequired[str | None]
    """Send the `customer` object instead."""
    name: NotRequired[str | None]
    """Send the `customer` object instead."""
    phone: NotRequired[str | None]
    """Send the `customer` object instead."""
    phone_country_code: NotRequired[str | None]
    """Send the `customer` object instead."""
    billing: NotRequired[Billing]
    """The recipient: the address, the phone and the e-mail address."""
    entity_type: NotRequired[str]
    """What the recipient is: a person, a company or another body."""
    priority: NotRequired[str]
    """How fast the rail should send it, in any case. By default the rail decides."""
    description: NotRequired[str | None]
    """Your own text about the payout."""
    confirm: NotRequired[bool]
    """True confirms the details with this request, which must be complete."""
    auto_fulfill: NotRequired[bool]
    """True sends the payout within seconds after its confirmation. By default false. Refused with 422 if the profile has `payout_approvals`."""
    recurring: NotRequired[bool]
    """True saves the method when the payout succeeds, for later payouts. By default false."""
    business_country: NotRequired[CardCountry]
    """The two-letter ISO 3166-1 code of the country of your business."""
    profile_id: NotRequired[str]
    """The business profile of the payout. By default your default profile."""
    return_url: NotRequired[str | None]
    """An address of yours that is stored with the payout."""
    session_expiry: NotRequired[int]
    """Seconds until the client secret expires."""
    browser_info: NotRequired[BrowserInfo]
    """The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address."""
    metadata: NotRequired[Metadata]
    """Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data."""
    payout_link: NotRequired[bool]
    """True makes a page on which the recipient enters the method. Can only be set on creation."""
    payout_link_config: NotRequired[PayoutLinkConfig]
    """How the page of the payout link looks; only with `payout_link`."""


class PayoutCreateCustomer(TypedDict, total=False):
    """The recipient: an existing customer, or a new one."""
    id: str
    """The customer who receives the money; created if there is none with this id, and generated when omitted. A card number is refused."""
    email: str | None
    """The e-mail address of the recipient."""
    name: str | None
    """The name of the recipient."""
    phone: str | None
    """The phone number without its country code."""
    phone_country_code: str | None
    """The country code of the phone number, such as `+1`."""
    tax_registration_id: str | None
    """The tax number of the recipient. Stored encrypted and never returned."""
    document_details: dict[str, str] | None
    """For example a document type and a number. Stored encrypted and never returned."""


class PayoutFulfill(TypedDict, total=False):
    pass


class PayoutList(TypedDict):
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
    data: list[Payout]
    """The entries of this page, newest first unless `order` is another."""


class PayoutListParams(TypedDict, total=False):
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
    payout_id: str | list[str]
    """One id, or several separated by commas."""
    status: str | list[str]
    """A status, or several. Values: `requires_payout_method_data`, `requires_confirmation`, `requires_fulfillment`, `requires_vendor_account_creation`, `requires_creation`, `initiated`, `pending`, `success`, `failed`, `reversed`, `cancelled`, `expired`, `ineligible`."""
    customer_id: str | list[str]
    """A customer, or several."""
    currency: str | list[str]
    """A currency as an ISO 4217 code, or several."""
    payout_type: str | list[str]
    """A type, or several. Values: `card`, `bank`, `wallet`, `bank_redirect`."""
    payment_method: str | list[str]
    """The same as `payout_type`. Values: `card`, `bank`, `wallet`, `bank_redirect`."""
    entity_type: str | list[str]
    """A type of recipient, such as `Individual`, or several, in any spelling. Values: `individual`, `company`, `nonprofit`, `publicsector`, `naturalperson`, `personal`."""
    profile_id: str | list[str]
    """A profile, or several."""
    merchant_order_reference_id: str
    """Exactly this reference of yours."""


class PayoutMethodData(TypedDict, total=False):
    """Where the money goes: exactly one method. Stored encrypted."""
    card: PayoutMethodDataCard
    """The card that receives the money."""
    bank_transfer: PayoutMethodDataBankTransfer
    """The bank account that receives the money."""
    wallet: PayoutMethodDataWallet
    """The wallet that receives the money: exactly one."""
    bank_redirect: PayoutMethodDataBankRedirect
    """A transfer by e-mail or open banking: exactly one."""
    passthrough: Passthrough
    """A token of another payment service."""


class PayoutMethodDataBankRedirect(TypedDict, total=False):
    """A transfer by e-mail or open banking: exactly one."""
    interac: PayoutMethodDataBankRedirectInterac
    """An Interac e-Transfer to an e-mail address."""
    open_banking_uk: PayoutMethodDataBankRedirectOpenBankingUk
    """An account in the United Kingdom, paid by open banking."""


class PayoutMethodDataBankRedirectInterac(TypedDict):
    """An Interac e-Transfer to an e-mail address."""
    email: str
    """The e-mail address that the recipient has there."""


class PayoutMethodDataBankRedirectOpenBankingUk(TypedDict):
    """An account in the United Kingdom, paid by open banking."""
    account_holder_name: str
    """The name of the person or company that owns the account."""
    iban: str
    """The IBAN of the account. Answers show its last four characters."""


class PayoutMethodDataBankTransfer(TypedDict):
    """The bank account that receives the money."""
    payout_method_type: str
    """The rail, in any case. It decides which other fields there are."""


class PayoutMethodDataCard(TypedDict):
    """The card that receives the money."""
    card_number: str
    """The number of the card or of the token for it. Answers show its last four digits."""
    expiry_month: str
    """The month in which the card expires."""
    expiry_year: str
    """The year in which the card expires."""
    card_holder_name: str
    """The name on the card."""
    card_network: NotRequired[str | None]
    """The network of the card, in any case."""


class PayoutMethodDataWallet(TypedDict, total=False):
    """The wallet that receives the money: exactly one."""
    apple_pay_decrypt: ApplePayDecrypt
    """The decrypted token of Apple Pay."""
    google_pay_decrypt: GooglePayDecrypt
    """The decrypted token of Google Pay."""
    paypal: PayoutMethodDataWalletPaypal
    """The PayPal account of the recipient."""
    venmo: PayoutMethodDataWalletVenmo
    """The Venmo account of the recipient."""


class PayoutMethodDataWalletPaypal(TypedDict):
    """The PayPal account of the recipient."""
    email: str
    """The e-mail address that the recipient has there."""
    telephone_number: str
    """The phone number that the recipient has there."""
    paypal_id: str
    """The id of the recipient at PayPal."""


class PayoutMethodDataWalletVenmo(TypedDict):
    """The Venmo account of the recipient."""
    telephone_number: str
    """The phone number that the recipient has there."""


class PayoutSettle(TypedDict, total=False):
    outcome: Literal["approved", "declined", "returned"]
    """What the sandbox rail reports; `returned`: the money came back. By default `approved`."""


class PayoutUpdate(TypedDict, total=False):
    payout_type: str
    """The type of the method, in any case. Required before the confirmation; the method in the request sets it."""
    payout_method_data: PayoutMethodData
    """Where the money goes: exactly one method. Stored encrypted."""
    payout_token: str
    """A token from POST /tokens, or a `payout_method_id`."""
    payout_method_id: str
    """A saved payout method of the customer, instead of `payout_method_data`."""
    billing: Billing
    """The recipient: the address, the phone and the e-mail address."""
    entity_type: str
    """What the recipient is: a person, a company or another body."""
    priority: str
    """How fast the rail should send it, in any case. By default the rail decides."""
    description: str | None
    """Your own text about the payout."""
    metadata: MetadataPatch | None
    """Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs."""
