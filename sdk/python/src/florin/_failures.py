"""Turns responses and transport errors into this package's errors."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, cast

import httpx

from .errors import ApiError, ConnectionFailed, ConnectionTimeout, Fault, error_class


def to_connection_error(error: httpx.HTTPError, key: str | None) -> ConnectionFailed:
    what = type(error).__name__
    if isinstance(error, httpx.TimeoutException):
        return ConnectionTimeout(f"The server did not answer in time ({what}).", key)
    return ConnectionFailed(f"The server cannot be reached, or the connection broke: {error or what}", key)


def to_api_error(response: httpx.Response, key: str | None) -> ApiError:
    status = response.status_code
    error = read_error(response)
    code = text(error, "code")
    listed = cast("list[Any]", error.get("errors") or [])
    return error_class(code, text(error, "type"))(
        text(error, "message") or f"The server answered {status} without an error of the API.",
        status=status,
        code=code,
        type=text(error, "type"),
        field=text(error, "field"),
        faults=tuple(to_fault(fault) for fault in listed if isinstance(fault, dict)),
        details=error.get("details"),
        doc_url=text(error, "doc_url"),
        request_id=text(error, "request_id") or response.headers.get("x-request-id"),
        retry_after=retry_after(response.headers.get("retry-after")),
        idempotency_key=key,
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


def retry_after(header: str | None) -> float | None:
    """Seconds; the header has these or a date."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(header)
    except ValueError:
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=timezone.utc)
    return max(0.0, (when - datetime.now(timezone.utc)).total_seconds())
