# Generated from the route table by `npm run sdk:python`. Do not edit.

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Operation
from .._options import Options
from .._resource import AsyncResource, Resource
from .._typing import Unpack

if TYPE_CHECKING:
    from ..types import (
        DeletedFile,
        FileUpload,
        UploadedFile,
    )

UPLOAD = Operation("files.upload", "POST", "/files", file_field="file")
RETRIEVE = Operation("files.retrieve", "GET", "/files/{file_id}")
DOWNLOAD = Operation("files.download", "GET", "/files/{file_id}/content", accept="*/*")
DELETE = Operation("files.delete", "DELETE", "/files/{file_id}")


class FilesResource(Resource):
    """Files that you upload as evidence for disputes."""

    def upload(self, body: FileUpload, /, **options: Unpack[Options]) -> UploadedFile:
        """Upload a file. A `multipart/form-data` form with a JPEG, PNG or PDF file of at most 5,000,000 bytes. The type is detected from the content, not from the name. Dispute evidence refers to the file by its `file_id`. A file that no evidence refers to is deleted after 30 days. Needs the scope `disputes:write`."""
        return self._call(UPLOAD, {}, body, options)

    def retrieve(self, file_id: str, /, **options: Unpack[Options]) -> UploadedFile:
        """Retrieve a file's metadata. Needs the scope `disputes:read`."""
        return self._call(RETRIEVE, {"file_id": file_id}, None, options)

    def download(self, file_id: str, /, **options: Unpack[Options]) -> bytes:
        """Download a file. The uploaded bytes, as an attachment. Needs the scope `disputes:read`."""
        return self._call(DOWNLOAD, {"file_id": file_id}, None, options)

    def delete(self, file_id: str, /, **options: Unpack[Options]) -> DeletedFile:
        """Delete a file. Allowed only while no evidence refers to the file. Needs the scope `disputes:write`."""
        return self._call(DELETE, {"file_id": file_id}, None, options)


class AsyncFilesResource(AsyncResource):
    """Files that you upload as evidence for disputes."""

    async def upload(self, body: FileUpload, /, **options: Unpack[Options]) -> UploadedFile:
        """Upload a file. A `multipart/form-data` form with a JPEG, PNG or PDF file of at most 5,000,000 bytes. The type is detected from the content, not from the name. Dispute evidence refers to the file by its `file_id`. A file that no evidence refers to is deleted after 30 days. Needs the scope `disputes:write`."""
        return await self._call(UPLOAD, {}, body, options)

    async def retrieve(self, file_id: str, /, **options: Unpack[Options]) -> UploadedFile:
        """Retrieve a file's metadata. Needs the scope `disputes:read`."""
        return await self._call(RETRIEVE, {"file_id": file_id}, None, options)

    async def download(self, file_id: str, /, **options: Unpack[Options]) -> bytes:
        """Download a file. The uploaded bytes, as an attachment. Needs the scope `disputes:read`."""
        return await self._call(DOWNLOAD, {"file_id": file_id}, None, options)

    async def delete(self, file_id: str, /, **options: Unpack[Options]) -> DeletedFile:
        """Delete a file. Allowed only while no evidence refers to the file. Needs the scope `disputes:write`."""
        return await self._call(DELETE, {"file_id": file_id}, None, options)
