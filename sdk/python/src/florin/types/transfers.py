# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal, TypeAlias
from .._typing import TypedDict


TransferCause: TypeAlias = Literal["hold", "release", "capture", "reversal", "refund_reserve", "refund_excess", "refund_paid", "refund_release", "refund", "refund_return", "dispute", "dispute_return", "dispute_loss", "dispute_loss_return", "dispute_fee", "dispute_fee_return", "acquirer_fee", "acquirer_fee_return", "payout", "payout_late", "payout_excess", "payout_paid", "payout_failed", "payout_returned", "credit_issue", "credit_use"]
"""Why the money moved. The reference page of the ledger has the accounts of each."""


class Transfer(TypedDict):
    transfer_id: str
    """The id of the transfer: its operation and its cause."""
    cause: TransferCause
    """Why the money moved. The reference page of the ledger has the accounts of each."""
    amount: int
    """What moved, in the lowest unit of the currency."""
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    debit: Literal["acquirer_hold", "held", "acquirer_receivable", "pending", "available", "fees", "reserved_for_disputes", "refunds_in_transit", "payouts_in_transit", "customer_credit", "credit_issued"]
    """The account that is debited.

    - `acquirer_hold`: Money that the acquirer holds for the merchant and has not captured yet.
    - `held`: The other side of a hold: the amount that can still be captured.
    - `acquirer_receivable`: Money that the acquirer has captured and owes to the operator.
    - `pending`: Captured for the merchant, not yet available for payouts. Not used yet.
    - `available`: Available for payouts.
    - `fees`: The fees of the operator, less the fees that the acquirer charges for disputes.
    - `reserved_for_disputes`: Reserved while a dispute is open.
    - `refunds_in_transit`: Refunds in progress.
    - `payouts_in_transit`: Payouts in progress.
    - `customer_credit`: Credit that customers own and later invoices use. A memo account: no money, and no part of balances or payouts.
    - `credit_issued`: The other side of customer credit: a memo account."""
    credit: Literal["acquirer_hold", "held", "acquirer_receivable", "pending", "available", "fees", "reserved_for_disputes", "refunds_in_transit", "payouts_in_transit", "customer_credit", "credit_issued"]
    """The account that is credited.

    - `acquirer_hold`: Money that the acquirer holds for the merchant and has not captured yet.
    - `held`: The other side of a hold: the amount that can still be captured.
    - `acquirer_receivable`: Money that the acquirer has captured and owes to the operator.
    - `pending`: Captured for the merchant, not yet available for payouts. Not used yet.
    - `available`: Available for payouts.
    - `fees`: The fees of the operator, less the fees that the acquirer charges for disputes.
    - `reserved_for_disputes`: Reserved while a dispute is open.
    - `refunds_in_transit`: Refunds in progress.
    - `payouts_in_transit`: Payouts in progress.
    - `customer_credit`: Credit that customers own and later invoices use. A memo account: no money, and no part of balances or payouts.
    - `credit_issued`: The other side of customer credit: a memo account."""
    change_of_available: int
    """The change of your available balance."""
    object_type: Literal["payment", "refund", "dispute", "payout", "credit_entry"]
    """The type of the object that the money moved for."""
    object_id: str
    """The id of the object that the money moved for."""
    created: str
    """When the object was created, in UTC."""


class TransferList(TypedDict):
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
    data: list[Transfer]
    """The entries of this page, newest first unless `order` is another."""


class TransferListParams(TypedDict, total=False):
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
    object_id: str | list[str]
    """A payment, refund, dispute or payout, or several."""
    currency: str | list[str]
    """A currency as an ISO 4217 code, or several."""
    cause: str | list[str]
    """A cause, or several. Values: `hold`, `release`, `capture`, `reversal`, `refund_reserve`, `refund_excess`, `refund_paid`, `refund_release`, `refund`, `refund_return`, `dispute`, `dispute_return`, `dispute_loss`, `dispute_loss_return`, `dispute_fee`, `dispute_fee_return`, `acquirer_fee`, `acquirer_fee_return`, `payout`, `payout_late`, `payout_excess`, `payout_paid`, `payout_failed`, `payout_returned`, `credit_issue`, `credit_use`."""
    account: str | list[str]
    """An account that is debited or credited, or several. Values: `acquirer_hold`, `held`, `acquirer_receivable`, `pending`, `available`, `fees`, `reserved_for_disputes`, `refunds_in_transit`, `payouts_in_transit`, `customer_credit`, `credit_issued`."""
