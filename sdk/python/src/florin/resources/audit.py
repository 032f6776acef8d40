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
        AuditEntry,
        AuditListParams,
    )

LIST = Operation("audit.list", "GET", "/audit")
LIST_PAGES = Paging("cursor", id_field="audit_id")
SEARCH = Operation("audit.search", "POST", "/audit")
SEARCH_PAGES = Paging("cursor", id_field="audit_id")


class AuditResource(Resource):
    """Who changed what, and when."""

    def list(self, params: AuditListParams | None = None, /, **options: Unpack[Options]) -> Page[AuditEntry]:
        """List the audit trail. Needs the scope `api_keys:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: AuditListParams | None = None, /, **options: Unpack[Options]) -> Page[AuditEntry]:
        """Search the audit trail. Needs the scope `api_keys:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)


class AsyncAuditResource(AsyncResource):
    """Who changed what, and when."""

    def list(self, params: AuditListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[AuditEntry]:
        """List the audit trail. Needs the scope `api_keys:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: AuditListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[AuditEntry]:
        """Search the audit trail. Needs the scope `api_keys:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)
