"""Errors as classes. The code of an error decides its class; branch on the class or on `code`, never on the message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class FlorinError(Exception):
    """Every error that this package raises, other than ValueError for an argument that cannot be sent."""


class ConnectionError(FlorinError):
    """There was no answer. If the call changes something, it may have been carried out: repeat it with
    `idempotency_key`."""

    def __init__(self, message: str, idempotency_key: str | None, attempts: int) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        self.attempts = attempts


class TimeoutError(ConnectionError):
    """The server did not answer within `timeout`."""


class WebhookVerificationError(FlorinError):
    """The webhook was not sent by your Florin, was changed on the way, or is too old. Answer with 401."""


@dataclass(frozen=True)
class Fault:
    """One fault of a request."""

    code: str
    message: str
    field: str | None = None
    """The path of the field, such as `billing.address.zip`, or the name of a header."""


@dataclass(frozen=True)
class ErrorData:
    """The body of an error; empty if something in front of the server answered, such as a proxy."""

    code: str | None = None
    type: str | None = None
    field: str | None = None
    faults: tuple[Fault, ...] = ()
    details: Mapping[str, Any] | None = None
    doc_url: str | None = None
    request_id: str | None = None


class ApiError(FlorinError):
    """The server answered with an error."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        data: ErrorData,
        headers: Mapping[str, str],
        idempotency_key: str | None,
        attempts: int,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = data.code
        """Such as `IR_04`."""
        self.type = data.type
        self.field = data.field
        """The field of the first fault."""
        self.faults = data.faults
        """All faults of the request. Empty if the error is not about fields."""
        self.details: Mapping[str, Any] = data.details or {}
        self.doc_url = data.doc_url
        """The page about the code."""
        self.request_id = data.request_id
        """Quote it when you ask for help."""
        self.headers = headers
        self.idempotency_key = idempotency_key
        self.attempts = attempts
        """1 without retries."""

    def __str__(self) -> str:
        known = [self.code, f"status {self.status}", self.request_id]
        return f"{self.message} ({', '.join(part for part in known if part)})"


class AuthenticationError(ApiError):
    """The key is missing, unknown, revoked or expired."""


class PermissionError(AuthenticationError):
    """The key is not allowed to do this; `details["scope"]` names what it lacks."""


class InvalidRequestError(ApiError):
    """The request is wrong: `faults` lists everything."""


class NotFoundError(InvalidRequestError):
    """There is no such object, or it belongs to another merchant."""


class ConflictError(InvalidRequestError):
    """The id exists, the object is final, or another request changes it."""


class RateLimitError(ApiError):
    """Too many requests in this minute, after all retries."""


class ProviderError(ApiError):
    """The acquirer declined the action or could not be reached. A declined payment is no error: its `status` is
    `failed`."""
