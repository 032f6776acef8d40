# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._typing import NotRequired, TypedDict
from .shared import CardCountry, Currency, Metadata, MetadataPatch, PaymentMethod, StoredMetadata, TimelineStatus


class Address(TypedDict, total=False):
    """The postal address. Payments of the customer without one use it for billing."""
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
    country: CardCountry | None
    """The two-letter ISO 3166-1 code of the country, in upper case."""
    first_name: str | None
    """The first name of the person at this address."""
    last_name: str | None
    """The last name of the person at this address."""


class CreditEntry(TypedDict):
    entry_id: str
    """The id of the entry."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: int
    """In the lowest unit; negative when an invoice used it."""
    reason: Literal["plan_change", "cancellation", "applied", "returned", "late_payment", "part_payment", "correction", "refund", "dispute", "uncollected"]
    """Why the balance changed.

    - `plan_change`: A cheaper price in the middle of a period.
    - `cancellation`: The rest of a period that was cancelled.
    - `applied`: An invoice used it.
    - `returned`: An invoice that had used it was voided.
    - `late_payment`: An invoice was paid when nothing waited for it any more.
    - `part_payment`: A part of an invoice was paid, and the invoice was voided.
    - `correction`: You changed it; `note` has your reason.
    - `refund`: Money that the credit was made of was refunded, or the refund failed later.
    - `dispute`: Money that the credit was made of was disputed, or the dispute was won.
    - `uncollected`: The part of a refund or dispute that the customer had spent already; it is not owed."""
    subscription_id: str | None
    """Null for a correction."""
    invoice_id: str | None
    """The invoice that it was used, granted or taken back for."""
    payment_id: str | None
    """The payment whose money it is; null if there is none."""
    note: str | None
    """Your reason for a correction; null otherwise."""
    created: str
    """When the object was created, in UTC."""


class Customer(TypedDict):
    customer_id: str
    """The id of the customer: the one that you chose, or a generated `cus_…`."""
    merchant_id: str
    """The id of the merchant that the object belongs to."""
    email: str | None
    """The e-mail address of the customer."""
    name: str | None
    """The full name of the customer."""
    phone: str | None
    """The phone number of the customer, without the country code."""
    phone_country_code: str | None
    """The country code of the phone number, such as `+1`."""
    description: str | None
    """Your own text about the customer."""
    address: Address | None
    """The postal address; payments use it for billing."""
    metadata: StoredMetadata
    """The pairs that you sent; all values are text."""
    default_payment_method_id: str | None
    """The saved payment method that is marked as the default: the first that was saved, unless another was chosen. Null after it is deleted, until the next one is saved."""
    created: str
    """When the object was created, in UTC."""
    modified_at: str
    """When the object last changed, in UTC."""
    spend: NotRequired[CustomerSpend]
    """What the customer spent; only when expanded."""
    has_payouts: NotRequired[bool]
    """Whether there are payouts to the customer; only when expanded."""


class CustomerCorrectCredit(TypedDict):
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: int
    """What is added, in the lowest unit; negative takes credit away. Not 0."""
    reason: str
    """Why: your own text, which the entry shows as `note`."""


class CustomerCreate(TypedDict, total=False):
    customer_id: str
    """Your own id for the customer. It can never be reused. Generated when omitted. A card number is refused."""
    email: str | None
    """The e-mail address of the customer."""
    name: str | None
    """The full name of the customer."""
    phone: str | None
    """The phone number of the customer, without the country code."""
    phone_country_code: str | None
    """The country code of the phone number, such as `+1`."""
    description: str | None
    """Your own text about the customer."""
    address: Address | None
    """The postal address. Payments of the customer without one use it for billing."""
    metadata: Metadata
    """Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data."""


class CustomerCredit(TypedDict):
    customer_id: str
    """The id of the customer: the one that you chose, or a generated `cus_…`."""
    balances: list[CustomerCreditBalance]
    """One for each currency."""
    entries: list[CreditEntry]
    """The newest 100; a balance is the sum of all."""


class CustomerCreditBalance(TypedDict):
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: int
    """In the lowest unit; applied to the next invoices in this currency."""


class CustomerEntry(TypedDict):
    customer_id: str
    """The id of the customer: the one that you chose, or a generated `cus_…`."""
    email: str | None
    """The e-mail address of the customer."""
    name: str | None
    """The full name of the customer."""
    created: str
    """When the object was created, in UTC."""
    spend: NotRequired[CustomerSpend]
    """What the customer spent; only when expanded."""
    has_payouts: NotRequired[bool]
    """Whether there are payouts to the customer; only when expanded."""


class CustomerList(TypedDict):
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
    data: list[CustomerEntry]
    """The entries of this page, newest first unless `order` is another."""


class CustomerListParams(TypedDict, total=False):
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
    expand: str
    """What to include, separated by commas: `spend`, which takes `payments:read`, and `has_payouts`, which takes `payouts:read`."""
    order: Literal["newest", "oldest"]
    """`newest` lists the last created entry first, `oldest` lists the first created one first."""
    customer_id: str | list[str]
    """One id, or several separated by commas."""
    email: str
    """The e-mail address of the customer, in upper or lower case."""
    name: str
    """Exactly this name."""


class CustomerListPaymentMethodsParams(TypedDict, total=False):
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


class CustomerListTimelineParams(TypedDict, total=False):
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    starting_after: str
    """The `entry_id` of the last entry of the previous page. The cost does not grow with depth."""
    ending_before: str
    """The `entry_id` of the first entry of the next page: answers with the entries just before it, newest first. Not together with `starting_after`."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class CustomerRetrieveParams(TypedDict, total=False):
    expand: str
    """What to include, separated by commas: `spend`, which takes `payments:read`, and `has_payouts`, which takes `payouts:read`."""


class CustomerSpend(TypedDict):
    """What the customer spent; only when expanded."""
    amounts: list[CustomerSpendAmount]
    """An entry for each currency in which money was received, by its code. Money that is only held, and open disputes, are not in it."""
    payment_count: int
    """Payments of which money was received."""
    last_payment: LastPayment | None
    """The newest payment of which money was received."""
    first_payment: LastPayment | None
    """The oldest one; null too if `is_complete` is false."""
    summed: int
    """The payments that were looked at, the newest ones."""
    is_complete: bool
    """Whether these are all payments of the customer. One request looks at 10,000, which the customers of a list share evenly."""


class CustomerSpendAmount(TypedDict):
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    spent: int
    """What was received less what was refunded and lost, in the lowest unit."""
    received: int
    """What was received from payments."""
    refunded: int
    """What went back with refunds that succeeded."""
    lost: int
    """What lost disputes took."""


class CustomerTimeline(TypedDict):
    count: int
    """Entries on this page."""
    has_more: bool
    """Whether there are entries after this page; with `ending_before`, before it."""
    limit: int
    """The `limit` of the request, or its default."""
    offset: int
    """The `offset` of the request, or 0."""
    data: list[TimelineEntry]
    """The entries of this page, newest first."""


class CustomerUpdate(TypedDict, total=False):
    email: str | None
    """The e-mail address of the customer."""
    name: str | None
    """The full name of the customer."""
    phone: str | None
    """The phone number of the customer, without the country code."""
    phone_country_code: str | None
    """The country code of the phone number, such as `+1`."""
    description: str | None
    """Your own text about the customer."""
    address: Address | None
    """The postal address. Payments of the customer without one use it for billing."""
    default_payment_method_id: str | None
    """A saved payment method of this customer."""
    metadata: MetadataPatch | None
    """Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs."""


class DeletedCustomer(TypedDict):
    customer_id: str
    """The id of the customer: the one that you chose, or a generated `cus_…`."""
    deleted: Literal[True]
    """Always true: the object is deleted."""
    customer_deleted: Literal[True]
    """Always true: the personal data of the customer is redacted everywhere."""
    address_deleted: Literal[True]
    """Always true: the address is deleted."""
    payment_methods_deleted: Literal[True]
    """Always true: the saved payment methods are deleted."""


class LastPayment(TypedDict):
    """The newest payment of which money was received."""
    payment_id: str
    """The id of the payment: the one that you chose, or a generated `pay_…`."""
    created: str
    """When the object was created, in UTC."""


class PaymentMethodList(TypedDict):
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
    data: list[PaymentMethod]
    """The entries of this page, newest first unless `order` is another."""


class TimelineEntry(TypedDict):
    entry_id: str
    """Its place in the timeline, for `starting_after`."""
    object: Literal["payment", "refund", "dispute", "payout", "payment_link", "subscription", "invoice", "payment_method", "note", "customer", "customer_change"]
    """The kind of object. `customer` is the creation of the customer, `customer_change` a later change."""
    id: str
    """The id of the object; for a change that of its audit entry."""
    title: str | None
    """What names it best: a description, a reason, a number, a card, the beginning of a note, or the fields that were sent with a change."""
    status: TimelineStatus | None
    """The present status of an object that has one, as the object itself shows it."""
    amount: int | None
    """Its amount in the lowest unit of the currency, if it has one."""
    currency: str | None
    """The currency of the amount."""
    user_id: str | None
    """The author of a note, or the user who changed the customer."""
    created: str
    """When the object was created, in UTC."""
