"""One class for each error code, so that `except` clauses name what happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class FlorinError(Exception):
    """Every error that this package raises."""


class ConnectionFailed(FlorinError):
    """No response arrived. After a POST it is unknown whether the request was carried out: send it again with
    `idempotency_key`."""

    def __init__(self, message: str, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class ConnectionTimeout(ConnectionFailed):
    """The server did not answer within `timeout`."""


class SignatureInvalid(FlorinError):
    """The webhook was not signed with this secret, or too long ago."""


@dataclass(frozen=True)
class Fault:
    """One fault in a request."""

    code: str
    message: str
    field: str | None = None


class ApiError(FlorinError):
    """The server refused the request, or could not process it."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        type: str | None = None,
        field: str | None = None,
        faults: tuple[Fault, ...] = (),
        details: Mapping[str, Any] | None = None,
        doc_url: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.type = type
        self.field = field
        self.faults = faults
        self.details: Mapping[str, Any] = details or {}
        self.doc_url = doc_url
        self.request_id = request_id
        self.retry_after = retry_after
        self.idempotency_key = idempotency_key

    def __str__(self) -> str:
        known = [self.code, f"status {self.status}", self.request_id]
        return f"{self.message} ({', '.join(part for part in known if part)})"


class InvalidRequest(ApiError):
    """The request must be changed before it can succeed."""


class AuthenticationError(ApiError):
    """The key is not accepted for this request."""


class ProcessingError(ApiError):
    """The acquirer declined the action."""


class ConnectorError(ApiError):
    """The acquirer could not be used, and the action was not carried out."""


class UnknownUrl(InvalidRequest):
    """IR_02: this URL does not exist on this server."""


class MethodNotAllowed(InvalidRequest):
    """IR_03"""


class InvalidApiKey(AuthenticationError):
    """AU_01: the key is missing or unknown, or is a key of the other environment."""


class ExpiredApiKey(AuthenticationError):
    """AU_02: the key was revoked or has expired."""


class PermissionDenied(AuthenticationError):
    """AU_03: the key lacks a scope; `details["scope"]` names it."""


class RateLimited(ApiError):
    """RL_01: too many requests; `retry_after` has the seconds to wait."""


class BodyTooLarge(InvalidRequest):
    """IR_07"""


class MalformedBody(InvalidRequest):
    """IR_06"""


class InvalidFile(InvalidRequest):
    """IR_36: the file is empty, too large or of an unsupported type."""


class MissingFile(InvalidRequest):
    """IR_33"""


class InvalidPurpose(InvalidRequest):
    """IR_35: the `purpose` of a file is missing or unknown."""


class MissingField(InvalidRequest):
    """IR_01: `faults` lists every fault."""


class InvalidField(InvalidRequest):
    """IR_04: a field is invalid or unknown; `faults` lists every fault."""


class NotFound(InvalidRequest):
    """IR_05: the object does not exist, or belongs to another merchant."""


class Unprocessable(InvalidRequest):
    """IR_29: for example an Idempotency-Key that was used for another request."""


class AlreadyExists(InvalidRequest):
    """HE_01: `details["existing_id"]` names the object with this id."""


class ActionConflict(InvalidRequest):
    """IR_16: the object is final, or the action conflicts with another one."""


class InvalidState(InvalidRequest):
    """IR_14: the action is not allowed in the object's state."""


class AmountTooLarge(InvalidRequest):
    """IR_13: the amount exceeds what remains."""


class Declined(ProcessingError):
    """PE_01: the acquirer declined the action. A declined payment is no error: its `status` is `failed`."""


class InsufficientFunds(Declined):
    """PE_02"""


class ExpiredCard(Declined):
    """PE_03"""


class AcquirerUnreachable(ConnectorError):
    """CE_01"""


class AcquirerMaintenance(ConnectorError):
    """CE_02"""


class InternalError(ApiError):
    """HE_00: a failure of the server. The message says whether something was changed."""


BY_CODE: dict[str, type[ApiError]] = {
    "IR_02": UnknownUrl,
    "IR_03": MethodNotAllowed,
    "AU_01": InvalidApiKey,
    "AU_02": ExpiredApiKey,
    "RL_01": RateLimited,
    "AU_03": PermissionDenied,
    "IR_07": BodyTooLarge,
    "IR_06": MalformedBody,
    "IR_36": InvalidFile,
    "IR_33": MissingFile,
    "IR_35": InvalidPurpose,
    "IR_01": MissingField,
    "IR_04": InvalidField,
    "IR_05": NotFound,
    "IR_29": Unprocessable,
    "HE_01": AlreadyExists,
    "IR_16": ActionConflict,
    "IR_14": InvalidState,
    "IR_13": AmountTooLarge,
    "PE_01": Declined,
    "PE_02": InsufficientFunds,
    "PE_03": ExpiredCard,
    "CE_01": AcquirerUnreachable,
    "CE_02": AcquirerMaintenance,
    "HE_00": InternalError,
}

BY_TYPE: dict[str, type[ApiError]] = {
    "invalid_request": InvalidRequest,
    "authentication_error": AuthenticationError,
    "rate_limit_error": RateLimited,
    "processing_error": ProcessingError,
    "connector_error": ConnectorError,
    "api_error": InternalError,
}


def error_class(code: str | None, kind: str | None) -> type[ApiError]:
    """A code that this version does not know has the class of its type."""
    return BY_CODE.get(code or "") or BY_TYPE.get(kind or "") or ApiError
