# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal, TypeAlias
from .._typing import NotRequired, TypedDict
from .shared import Dispute


EvidenceType: TypeAlias = Literal["customer_name", "customer_email_address", "customer_purchase_ip", "customer_signature", "customer_communication", "billing_address", "access_activity_log", "product_description", "service_date", "service_documentation", "receipt", "cancellation_policy", "cancellation_policy_disclosure", "cancellation_rebuttal", "refund_policy", "refund_policy_disclosure", "refund_refusal_explanation", "shipping_address", "shipping_carrier", "shipping_date", "shipping_tracking_number", "shipping_documentation", "invoice_showing_distinct_transactions", "recurring_transaction_agreement", "uncategorized_file", "uncategorized_text"]
"""The name of the field."""


class DeletedEvidence(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    evidence_type: EvidenceType
    """The name of the field."""
    deleted: Literal[True]
    """Always true: the object is deleted."""


class DisputeDeleteEvidence(TypedDict, total=False):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    evidence_type: EvidenceType
    """The name of the field."""


class DisputeList(TypedDict):
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
    data: list[Dispute]
    """The entries of this page, newest first unless `order` is another."""


class DisputeListParams(TypedDict, total=False):
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
    order: Literal["newest", "oldest", "deadline"]
    """`newest` lists the last created entry first, `oldest` lists the first created one first, `deadline` lists the one with the earliest `challenge_required_by` first."""
    status: str | list[str]
    """A status, or several. Values: `dispute_opened`, `dispute_challenged`, `dispute_accepted`, `dispute_expired`, `dispute_cancelled`, `dispute_won`, `dispute_lost`."""
    dispute_stage: str | list[str]
    """A stage, or several. Values: `pre_dispute`, `dispute`, `pre_arbitration`."""
    payment_id: str | list[str]
    """A payment, or several."""
    dispute_id: str | list[str]
    """One id, or several separated by commas."""
    customer_id: str | list[str]
    """The customer of the payment, or several."""
    currency: str | list[str]
    """A currency as an ISO 4217 code, or several."""
    payment_method: str | list[str]
    """The method of the payment, or several. Values: `card`, `wallet`, `pay_later`, `bank_redirect`, `bank_transfer`, `crypto`, `upi`."""
    profile_id: str | list[str]
    """A profile, or several."""
    reason: str | list[str]
    """A reason such as `fraudulent`, or several."""


class DisputePreviewEvidence(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    customer_name: NotRequired[str]
    """The name of the customer. Empty clears it."""
    customer_email_address: NotRequired[str]
    """The e-mail address of the customer. Empty clears it."""
    customer_purchase_ip: NotRequired[str]
    """The IP address from which the customer bought. Empty clears it."""
    customer_signature: NotRequired[str]
    """The customer's signature. The id of an uploaded file; empty clears it."""
    customer_communication: NotRequired[str]
    """Messages between you and the customer about the purchase. The id of an uploaded file; empty clears it."""
    billing_address: NotRequired[str]
    """The billing address of the customer, as text. Empty clears it."""
    access_activity_log: NotRequired[str]
    """How the customer used the product: times, addresses, downloads. Empty clears it."""
    product_description: NotRequired[str]
    """What was sold. Empty clears it."""
    service_date: NotRequired[str]
    """When the service was provided. Empty clears it."""
    service_documentation: NotRequired[str]
    """Proof that the service was provided. The id of an uploaded file; empty clears it."""
    receipt: NotRequired[str]
    """The receipt that the customer got. The id of an uploaded file; empty clears it."""
    cancellation_policy: NotRequired[str]
    """Your cancellation policy. The id of an uploaded file; empty clears it."""
    cancellation_policy_disclosure: NotRequired[str]
    """How and when the customer saw the cancellation policy. Empty clears it."""
    cancellation_rebuttal: NotRequired[str]
    """Why the customer is not entitled to a cancellation. Empty clears it."""
    refund_policy: NotRequired[str]
    """Your refund policy. The id of an uploaded file; empty clears it."""
    refund_policy_disclosure: NotRequired[str]
    """How and when the customer saw the refund policy. Empty clears it."""
    refund_refusal_explanation: NotRequired[str]
    """Why the customer is not entitled to a refund. Empty clears it."""
    shipping_address: NotRequired[str]
    """Where the goods were sent, as text. Empty clears it."""
    shipping_carrier: NotRequired[str]
    """Who delivered the goods. Empty clears it."""
    shipping_date: NotRequired[str]
    """When the goods were sent. Empty clears it."""
    shipping_tracking_number: NotRequired[str]
    """The tracking number of the delivery. Empty clears it."""
    shipping_documentation: NotRequired[str]
    """Proof of the delivery. The id of an uploaded file; empty clears it."""
    invoice_showing_distinct_transactions: NotRequired[str]
    """Invoices that show that two charges were for two purchases. The id of an uploaded file; empty clears it."""
    recurring_transaction_agreement: NotRequired[str]
    """The customer's agreement to recurring charges. The id of an uploaded file; empty clears it."""
    uncategorized_file: NotRequired[str]
    """Any other file. The id of an uploaded file; empty clears it."""
    uncategorized_text: NotRequired[str]
    """Any other text. Empty clears it."""


class DisputeSaveEvidenceDraft(TypedDict):
    revision: int
    """The revision of the draft that you have read. A field that was changed since is not overwritten: 409."""
    customer_name: NotRequired[str]
    """The name of the customer. Empty clears it."""
    customer_email_address: NotRequired[str]
    """The e-mail address of the customer. Empty clears it."""
    customer_purchase_ip: NotRequired[str]
    """The IP address from which the customer bought. Empty clears it."""
    customer_signature: NotRequired[str]
    """The customer's signature. The id of an uploaded file; empty clears it."""
    customer_communication: NotRequired[str]
    """Messages between you and the customer about the purchase. The id of an uploaded file; empty clears it."""
    billing_address: NotRequired[str]
    """The billing address of the customer, as text. Empty clears it."""
    access_activity_log: NotRequired[str]
    """How the customer used the product: times, addresses, downloads. Empty clears it."""
    product_description: NotRequired[str]
    """What was sold. Empty clears it."""
    service_date: NotRequired[str]
    """When the service was provided. Empty clears it."""
    service_documentation: NotRequired[str]
    """Proof that the service was provided. The id of an uploaded file; empty clears it."""
    receipt: NotRequired[str]
    """The receipt that the customer got. The id of an uploaded file; empty clears it."""
    cancellation_policy: NotRequired[str]
    """Your cancellation policy. The id of an uploaded file; empty clears it."""
    cancellation_policy_disclosure: NotRequired[str]
    """How and when the customer saw the cancellation policy. Empty clears it."""
    cancellation_rebuttal: NotRequired[str]
    """Why the customer is not entitled to a cancellation. Empty clears it."""
    refund_policy: NotRequired[str]
    """Your refund policy. The id of an uploaded file; empty clears it."""
    refund_policy_disclosure: NotRequired[str]
    """How and when the customer saw the refund policy. Empty clears it."""
    refund_refusal_explanation: NotRequired[str]
    """Why the customer is not entitled to a refund. Empty clears it."""
    shipping_address: NotRequired[str]
    """Where the goods were sent, as text. Empty clears it."""
    shipping_carrier: NotRequired[str]
    """Who delivered the goods. Empty clears it."""
    shipping_date: NotRequired[str]
    """When the goods were sent. Empty clears it."""
    shipping_tracking_number: NotRequired[str]
    """The tracking number of the delivery. Empty clears it."""
    shipping_documentation: NotRequired[str]
    """Proof of the delivery. The id of an uploaded file; empty clears it."""
    invoice_showing_distinct_transactions: NotRequired[str]
    """Invoices that show that two charges were for two purchases. The id of an uploaded file; empty clears it."""
    recurring_transaction_agreement: NotRequired[str]
    """The customer's agreement to recurring charges. The id of an uploaded file; empty clears it."""
    uncategorized_file: NotRequired[str]
    """Any other file. The id of an uploaded file; empty clears it."""
    uncategorized_text: NotRequired[str]
    """Any other text. Empty clears it."""


class DisputeSubmitEvidence(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    customer_name: NotRequired[str]
    """The name of the customer. Empty clears it."""
    customer_email_address: NotRequired[str]
    """The e-mail address of the customer. Empty clears it."""
    customer_purchase_ip: NotRequired[str]
    """The IP address from which the customer bought. Empty clears it."""
    customer_signature: NotRequired[str]
    """The customer's signature. The id of an uploaded file; empty clears it."""
    customer_communication: NotRequired[str]
    """Messages between you and the customer about the purchase. The id of an uploaded file; empty clears it."""
    billing_address: NotRequired[str]
    """The billing address of the customer, as text. Empty clears it."""
    access_activity_log: NotRequired[str]
    """How the customer used the product: times, addresses, downloads. Empty clears it."""
    product_description: NotRequired[str]
    """What was sold. Empty clears it."""
    service_date: NotRequired[str]
    """When the service was provided. Empty clears it."""
    service_documentation: NotRequired[str]
    """Proof that the service was provided. The id of an uploaded file; empty clears it."""
    receipt: NotRequired[str]
    """The receipt that the customer got. The id of an uploaded file; empty clears it."""
    cancellation_policy: NotRequired[str]
    """Your cancellation policy. The id of an uploaded file; empty clears it."""
    cancellation_policy_disclosure: NotRequired[str]
    """How and when the customer saw the cancellation policy. Empty clears it."""
    cancellation_rebuttal: NotRequired[str]
    """Why the customer is not entitled to a cancellation. Empty clears it."""
    refund_policy: NotRequired[str]
    """Your refund policy. The id of an uploaded file; empty clears it."""
    refund_policy_disclosure: NotRequired[str]
    """How and when the customer saw the refund policy. Empty clears it."""
    refund_refusal_explanation: NotRequired[str]
    """Why the customer is not entitled to a refund. Empty clears it."""
    shipping_address: NotRequired[str]
    """Where the goods were sent, as text. Empty clears it."""
    shipping_carrier: NotRequired[str]
    """Who delivered the goods. Empty clears it."""
    shipping_date: NotRequired[str]
    """When the goods were sent. Empty clears it."""
    shipping_tracking_number: NotRequired[str]
    """The tracking number of the delivery. Empty clears it."""
    shipping_documentation: NotRequired[str]
    """Proof of the delivery. The id of an uploaded file; empty clears it."""
    invoice_showing_distinct_transactions: NotRequired[str]
    """Invoices that show that two charges were for two purchases. The id of an uploaded file; empty clears it."""
    recurring_transaction_agreement: NotRequired[str]
    """The customer's agreement to recurring charges. The id of an uploaded file; empty clears it."""
    uncategorized_file: NotRequired[str]
    """Any other file. The id of an uploaded file; empty clears it."""
    uncategorized_text: NotRequired[str]
    """Any other text. Empty clears it."""


class Evidence(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    status: Literal["dispute_opened", "dispute_challenged", "dispute_accepted", "dispute_expired", "dispute_cancelled", "dispute_won", "dispute_lost"]
    """What you can do, or how it ended.

    - `dispute_opened`: The cardholder wants the money back. Submit evidence or accept it before `challenge_required_by`.
    - `dispute_challenged`: The issuer has your evidence. You can submit more before `challenge_required_by`.
    - `dispute_accepted`: You accepted the dispute. The cardholder keeps the money.
    - `dispute_expired`: No evidence was submitted in time. The cardholder keeps the money.
    - `dispute_cancelled`: The cardholder withdrew the dispute. The money is returned to you.
    - `dispute_won`: The issuer decided for you. The money is returned to you. The issuer can escalate once.
    - `dispute_lost`: The issuer decided against you. The cardholder keeps the money."""
    evidence_submitted_at: str | None
    """When evidence was last submitted, in UTC; null until then."""
    evidence: EvidenceEvidence
    """The fields by group; groups without a value are omitted."""
    files: list[EvidenceDraftFile]
    """The files that the evidence refers to."""


class EvidenceDraft(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    revision: int
    """Increases with every change; 0 until the first one. Send it with your changes."""
    fields: list[EvidenceDraftField]
    """The fields that differ from the submitted evidence."""
    files: list[EvidenceDraftFile]
    """The files that the draft refers to."""


class EvidenceDraftField(TypedDict):
    evidence_type: EvidenceType
    """The name of the field."""
    value: str
    """The text, or the id of a file; empty if a submission will clear the field."""
    edited_by: str | None
    """The user or the API key that changed it last; null for the operator."""
    edited_at: str
    """When it was changed last, in UTC."""


class EvidenceDraftFile(TypedDict):
    evidence_type: EvidenceType
    """The name of the field."""
    file_id: str
    """The id of the file, from `POST /files`."""
    file_name: str | None
    """The name of the file; null if it is no longer available."""
    file_size: int | None
    """Its size in bytes; null if it is no longer available."""
    file_type: str | None
    """Its media type; null if it is no longer available."""
    available: bool
    """Whether the file can still be downloaded."""


class EvidenceEvidence(TypedDict, total=False):
    """The fields by group; groups without a value are omitted."""
    customer_information: dict[str, str]
    """About the customer. Values by the name of the field."""
    product_information: dict[str, str]
    """About the product or service. Values by the name of the field."""
    cancellation_and_refund_policy: dict[str, str]
    """About your policies. Values by the name of the field."""
    shipping_information: dict[str, str]
    """About the delivery. Values by the name of the field."""
    recurring_information: dict[str, str]
    """About recurring or duplicate charges. Values by the name of the field."""
    uncategorized: dict[str, str]
    """Everything else. Values by the name of the field."""


class EvidencePreview(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    texts: list[EvidenceText]
    """In the order in which they are sent."""
    files: list[EvidencePreviewFile]
    """In the order in which they are sent."""


class EvidencePreviewFile(TypedDict):
    evidence_type: EvidenceType
    """The name of the field."""
    file_id: str
    """The id of the file, from `POST /files`."""
    file_name: str
    """The name of the file."""
    file_size: int
    """Its size in bytes."""
    file_type: str
    """Its media type."""


class EvidenceText(TypedDict):
    evidence_type: EvidenceType
    """The name of the field."""
    value: str
    """The whole text."""


class SubmittedEvidence(TypedDict):
    dispute_id: str
    """The id of the dispute, `dp_…`."""
    status: Literal["submitted", "processing"]
    """`processing` when the acquirer did not answer: the evidence is sent again until it does."""
    evidence_submitted_at: str | None
    """When evidence was last submitted, in UTC; null until then."""
