"""Turns responses and transport errors into this package's errors."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx

from . import errors
from ._error_codes import ERROR_CLASSES
from .errors import ApiError, ConnectionError, ErrorData, Fault, TimeoutError


def to_connection_error(error: httpx.HTTPError, key: str | None, attempts: int) -> ConnectionError:
    what = type(error).__name__
    if isinstance(error, httpx.TimeoutException):
        return TimeoutError(f"The server did not answer in time ({what}).", key, attempts)
    message = f"The server could not be reached, or the connection broke: {error or what}"
    return ConnectionError(message, key, attempts)


def to_api_error(response: httpx.Response, key: str | None, attempts: int) -> ApiError:
    error = read_error(response)
    data = read_data(error, response)
    found: type[ApiError] = getattr(errors, ERROR_CLASSES.get(data.code or "", "ApiError"))
    return found(
        describe(response, error, data, attempts),
        status=response.status_code,
        data=data,
        headers=response.headers,
        idempotency_key=key,
        attempts=attempts,
    )


def describe(response: httpx.Response, error: dict[str, Any], data: ErrorData, attempts: int) -> str:
    if response.is_redirect:
        return "The server answered with a redirect; set base_url to the final address."
    message = text(error, "message")
    if message is None:
        return "The server, or a proxy in front of it, answered without an error in JSON."
    if data.code != "HE_01" or attempts == 1:
        return message
    return (
        f"{message} This was attempt {attempts}: an earlier one may have created it, so retrieve it before you choose"
        " another id."
    )


def read_data(error: dict[str, Any], response: httpx.Response) -> ErrorData:
    listed = cast("list[Any]", error.get("errors") or [])
    return ErrorData(
        code=text(error, "code"),
        type=text(error, "type"),
        field=text(error, "field"),
        faults=tuple(to_fault(fault) for fault in listed if isinstance(fault, dict)),
        details=error.get("details"),
        doc_url=text(error, "doc_url"),
        request_id=text(error, "request_id") or response.headers.get("x-request-id"),
    )


def read_error(response: httpx.Response) -> dict[str, Any]:
    """Empty for an answer that is not ours, such as that of a proxy."""
    try:
        body: Any = response.json()
    except ValueError:
        return {}
    found: Any = cast("dict[str, Any]", body).get("error") if isinstance(body, dict) else None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def to_fault(fault: Any) -> Fault:
    return Fault(text(fault, "code") or "", text(fault, "message") or "", text(fault, "field"))


def text(source: dict[str, Any], name: str) -> str | None:
    value = source.get(name)
    return value if isinstance(value, str) else None


def requested_wait(response: httpx.Response) -> float | None:
    """Seconds, from Retry-After, or from X-RateLimit-Reset by the server's own clock."""
    header: str | None = response.headers.get("retry-after")
    seconds = number(header)
    if seconds is None:
        until = moment(header)
        if until is None and response.status_code == 429:
            until = number(response.headers.get("x-ratelimit-reset"))
        if until is None:
            return None
        seconds = until - (moment(response.headers.get("date")) or time.time())
    return max(0.0, seconds)


def number(header: str | None) -> float | None:
    try:
        return None if header is None else float(header)
    except ValueError:
        return None


def moment(header: str | None) -> float | None:
    """A date as HTTP writes it, in Unix seconds."""
    try:
        when: datetime | None = None if header is None else parsedate_to_datetime(header)
    except ValueError:
        return None
    if when is None:
        return None
    return (when if when.tzinfo else when.replace(tzinfo=timezone.utc)).timestamp()
