# Generated from the route table by `npm run sdk:python`. Do not edit.

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Operation
from .._options import Options
from .._pages import AsyncList, Page, Paging
from .._resource import AsyncResource, Resource
from .._typing import Unpack

if TYPE_CHECKING:
    from ..types import (
        DeletedEvidence,
        Dispute,
        DisputeDeleteEvidence,
        DisputeListParams,
        DisputePreviewEvidence,
        DisputeSaveEvidenceDraft,
        DisputeSubmitEvidence,
        Evidence,
        EvidenceDraft,
        EvidencePreview,
        Notes,
        SubmittedEvidence,
    )

LIST = Operation("disputes.list", "GET", "/disputes/list")
LIST_PAGES = Paging("cursor", id_field="dispute_id")
SEARCH = Operation("disputes.search", "POST", "/disputes/list")
SEARCH_PAGES = Paging("cursor", id_field="dispute_id")
RETRIEVE = Operation("disputes.retrieve", "GET", "/disputes/{dispute_id}")
ACCEPT = Operation("disputes.accept", "POST", "/disputes/accept/{dispute_id}")
SUBMIT_EVIDENCE = Operation("disputes.submit_evidence", "POST", "/disputes/evidence")
PREVIEW_EVIDENCE = Operation("disputes.preview_evidence", "POST", "/disputes/evidence/preview")
RETRIEVE_EVIDENCE_DRAFT = Operation("disputes.retrieve_evidence_draft", "GET", "/disputes/evidence/{dispute_id}/draft")
SAVE_EVIDENCE_DRAFT = Operation("disputes.save_evidence_draft", "POST", "/disputes/evidence/{dispute_id}/draft")
RETRIEVE_EVIDENCE = Operation("disputes.retrieve_evidence", "GET", "/disputes/evidence/{dispute_id}")
DELETE_EVIDENCE = Operation("disputes.delete_evidence", "DELETE", "/disputes/evidence")
LIST_NOTES = Operation("disputes.list_notes", "GET", "/disputes/{dispute_id}/notes")


class DisputesResource(Resource):
    """A dispute is money that the cardholder's bank takes back. Accept it, or submit evidence."""

    def list(self, params: DisputeListParams | None = None, /, **options: Unpack[Options]) -> Page[Dispute]:
        """List disputes. Needs the scope `disputes:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: DisputeListParams | None = None, /, **options: Unpack[Options]) -> Page[Dispute]:
        """Search disputes. Needs the scope `disputes:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def retrieve(self, dispute_id: str, /, **options: Unpack[Options]) -> Dispute:
        """Retrieve a dispute. Needs the scope `disputes:read`."""
        return self._call(RETRIEVE, {"dispute_id": dispute_id}, None, options)

    def accept(self, dispute_id: str, /, **options: Unpack[Options]) -> Dispute:
        """Accept a dispute. Ends the dispute in favor of the cardholder. This cannot be undone. Needs the scope `disputes:write`."""
        return self._call(ACCEPT, {"dispute_id": dispute_id}, None, options)

    def submit_evidence(self, body: DisputeSubmitEvidence, /, **options: Unpack[Options]) -> SubmittedEvidence:
        """Submit evidence. Can be repeated until `challenge_required_by`. Omitted fields keep the values submitted before; an empty value clears a field. Needs the scope `disputes:write`."""
        return self._call(SUBMIT_EVIDENCE, {}, body, options)

    def preview_evidence(self, body: DisputePreviewEvidence, /, **options: Unpack[Options]) -> EvidencePreview:
        """Preview evidence. The texts and files that the issuer would get if this was submitted, including the fields that were submitted before. Nothing is sent or stored. Needs the scope `disputes:read`."""
        return self._call(PREVIEW_EVIDENCE, {}, body, options)

    def retrieve_evidence_draft(self, dispute_id: str, /, **options: Unpack[Options]) -> EvidenceDraft:
        """Retrieve the draft of evidence. Shared by the team and never sent to the issuer. Each field names who changed it last, and when. Needs the scope `disputes:read`."""
        return self._call(RETRIEVE_EVIDENCE_DRAFT, {"dispute_id": dispute_id}, None, options)

    def save_evidence_draft(self, dispute_id: str, body: DisputeSaveEvidenceDraft, /, **options: Unpack[Options]) -> EvidenceDraft:
        """Save a draft of evidence. Omitted fields stay as they are; a value that equals the submitted one leaves the draft, and so does a field that is submitted. A field that was changed since `revision` is not overwritten. Possible until `challenge_required_by`. Needs the scope `disputes:write`."""
        return self._call(SAVE_EVIDENCE_DRAFT, {"dispute_id": dispute_id}, body, options)

    def retrieve_evidence(self, dispute_id: str, /, **options: Unpack[Options]) -> Evidence:
        """Retrieve the evidence of a dispute. Needs the scope `disputes:read`."""
        return self._call(RETRIEVE_EVIDENCE, {"dispute_id": dispute_id}, None, options)

    def delete_evidence(self, body: DisputeDeleteEvidence | None = None, /, **options: Unpack[Options]) -> DeletedEvidence:
        """Delete an evidence field. The fields can also be sent in the query string. Needs the scope `disputes:write`."""
        return self._call(DELETE_EVIDENCE, {}, body or {}, options)

    def list_notes(self, dispute_id: str, /, **options: Unpack[Options]) -> Notes:
        """List the notes on a dispute. Needs the scope `disputes:read`."""
        return self._call(LIST_NOTES, {"dispute_id": dispute_id}, None, options)


class AsyncDisputesResource(AsyncResource):
    """A dispute is money that the cardholder's bank takes back. Accept it, or submit evidence."""

    def list(self, params: DisputeListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Dispute]:
        """List disputes. Needs the scope `disputes:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: DisputeListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Dispute]:
        """Search disputes. Needs the scope `disputes:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def retrieve(self, dispute_id: str, /, **options: Unpack[Options]) -> Dispute:
        """Retrieve a dispute. Needs the scope `disputes:read`."""
        return await self._call(RETRIEVE, {"dispute_id": dispute_id}, None, options)

    async def accept(self, dispute_id: str, /, **options: Unpack[Options]) -> Dispute:
        """Accept a dispute. Ends the dispute in favor of the cardholder. This cannot be undone. Needs the scope `disputes:write`."""
        return await self._call(ACCEPT, {"dispute_id": dispute_id}, None, options)

    async def submit_evidence(self, body: DisputeSubmitEvidence, /, **options: Unpack[Options]) -> SubmittedEvidence:
        """Submit evidence. Can be repeated until `challenge_required_by`. Omitted fields keep the values submitted before; an empty value clears a field. Needs the scope `disputes:write`."""
        return await self._call(SUBMIT_EVIDENCE, {}, body, options)

    async def preview_evidence(self, body: DisputePreviewEvidence, /, **options: Unpack[Options]) -> EvidencePreview:
        """Preview evidence. The texts and files that the issuer would get if this was submitted, including the fields that were submitted before. Nothing is sent or stored. Needs the scope `disputes:read`."""
        return await self._call(PREVIEW_EVIDENCE, {}, body, options)

    async def retrieve_evidence_draft(self, dispute_id: str, /, **options: Unpack[Options]) -> EvidenceDraft:
        """Retrieve the draft of evidence. Shared by the team and never sent to the issuer. Each field names who changed it last, and when. Needs the scope `disputes:read`."""
        return await self._call(RETRIEVE_EVIDENCE_DRAFT, {"dispute_id": dispute_id}, None, options)

    async def save_evidence_draft(self, dispute_id: str, body: DisputeSaveEvidenceDraft, /, **options: Unpack[Options]) -> EvidenceDraft:
        """Save a draft of evidence. Omitted fields stay as they are; a value that equals the submitted one leaves the draft, and so does a field that is submitted. A field that was changed since `revision` is not overwritten. Possible until `challenge_required_by`. Needs the scope `disputes:write`."""
        return await self._call(SAVE_EVIDENCE_DRAFT, {"dispute_id": dispute_id}, body, options)

    async def retrieve_evidence(self, dispute_id: str, /, **options: Unpack[Options]) -> Evidence:
        """Retrieve the evidence of a dispute. Needs the scope `disputes:read`."""
        return await self._call(RETRIEVE_EVIDENCE, {"dispute_id": dispute_id}, None, options)

    async def delete_evidence(self, body: DisputeDeleteEvidence | None = None, /, **options: Unpack[Options]) -> DeletedEvidence:
        """Delete an evidence field. The fields can also be sent in the query string. Needs the scope `disputes:write`."""
        return await self._call(DELETE_EVIDENCE, {}, body or {}, options)

    async def list_notes(self, dispute_id: str, /, **options: Unpack[Options]) -> Notes:
        """List the notes on a dispute. Needs the scope `disputes:read`."""
        return await self._call(LIST_NOTES, {"dispute_id": dispute_id}, None, options)
