# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal
from .._core import File
from .._typing import NotRequired, TypedDict


class DeletedFile(TypedDict):
    file_id: str
    """The id of the file, from `POST /files`."""
    deleted: Literal[True]
    """Always true: the object is deleted."""


class FileUpload(TypedDict):
    purpose: Literal["dispute_evidence"]
    """What the file is for. Only evidence for disputes is accepted."""
    dispute_id: NotRequired[str]
    """The dispute that the file is intended for."""
    file: File
    """The file, at most 5000000 bytes."""


class UploadedFile(TypedDict):
    file_id: str
    """The id of the file, from `POST /files`."""
    file_name: str
    """The file name as sent, without path and control characters."""
    file_size: int
    """The size in bytes."""
    file_type: Literal["image/jpeg", "image/png", "application/pdf"]
    """The media type, determined from the first bytes."""
    purpose: Literal["dispute_evidence"]
    """What the file is for. Only evidence for disputes is accepted."""
    dispute_id: str | None
    """The dispute that the file is intended for; null if none was named."""
    created: str
    """When the object was created, in UTC."""
    expires_at: str | None
    """When the file is deleted, unless evidence refers to it by then; null while evidence refers to it."""
