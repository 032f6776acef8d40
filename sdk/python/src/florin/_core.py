"""Plans a call as a sequence of attempts and pauses. It does no input or output, so that the synchronous and the
asynchronous client share it: each only sends what the plan yields, and sleeps."""

from __future__ import annotations

import json
import platform
import random
import re
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote, urlencode

import httpx

from ._failures import requested_wait, to_api_error, to_connection_error
from ._options import Options, RequestEvent, ResponseEvent, Settings
from ._version import __version__
from .errors import ConnectionError, FlorinError

FIRST_DELAY = 0.5
MAX_DELAY = 8.0
SPREAD = 1.0
"""Callers that were refused together do not return together."""
MAX_WAIT = 65.0
"""A longer wait is the caller's decision. A minute is the longest that a rate limit lasts."""

USER_AGENT = f"florin-python/{__version__} python/{platform.python_version()} httpx/{httpx.__version__}"

File = tuple[str, bytes, str]
"""File name, content and media type."""


@dataclass(frozen=True)
class Operation:
    """One row of the route table."""

    name: str
    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    """`/payments/{payment_id}`."""
    is_replayable: bool = True
    """The server honours `Idempotency-Key`, so that a repeated request is carried out once."""
    accept: str = "application/json"
    file_field: str | None = None
    """The body is a form with a file in this field."""


@dataclass(frozen=True)
class Send:
    """An attempt: the transport answers with a response or an httpx error."""

    method: str
    url: str
    # The key and card numbers must not be in a representation.
    headers: Mapping[str, str] = field(repr=False)
    content: bytes | None = field(repr=False)
    data: Mapping[str, str] | None = field(repr=False)
    files: Mapping[str, File] | None = field(repr=False)
    timeout: float


@dataclass(frozen=True)
class Sleep:
    seconds: float


Outcome = httpx.Response | httpx.HTTPError | None
Plan = Generator[Send | Sleep, Outcome, httpx.Response]


def plan(
    settings: Settings,
    operation: Operation,
    path: Mapping[str, str],
    query: Mapping[str, Any] | None,
    body: Any,
    options: Options,
) -> Plan:
    key = idempotency_key(operation, options)
    url = settings.base_url + fill_path(operation.path, path) + encode_query(query)
    headers = build_headers(settings, operation, options, key)
    payload = encode_body(operation, body)
    if payload.get("content") is not None:
        headers["Content-Type"] = "application/json"
    retries = options.get("max_retries", settings.max_retries)
    timeout = options.get("timeout", settings.timeout)
    attempt = 0
    while True:
        attempt += 1
        sent = dict(headers)
        if settings.hooks.on_request:
            settings.hooks.on_request(
                RequestEvent(operation.name, operation.method, operation.path, attempt, key, sent)
            )
        started = time.monotonic()
        outcome = yield Send(operation.method, url, with_key(settings, sent), timeout=timeout, **payload)
        error = to_error(outcome, key, attempt)
        delay = None if error is None else next_delay(operation, outcome, attempt, retries)
        if settings.hooks.on_response:
            response = outcome if isinstance(outcome, httpx.Response) else None
            settings.hooks.on_response(
                ResponseEvent(
                    operation=operation.name,
                    method=operation.method,
                    path=operation.path,
                    attempt=attempt,
                    idempotency_key=key,
                    status=response.status_code if response is not None else None,
                    request_id=response.headers.get("x-request-id") if response is not None else None,
                    error=error,
                    duration=time.monotonic() - started,
                    retry_in=delay,
                )
            )
        if isinstance(outcome, httpx.Response) and error is None:
            return outcome
        if delay is None:
            assert error is not None
            raise error from (outcome if isinstance(outcome, Exception) else None)
        yield Sleep(delay)


def to_error(outcome: Outcome, key: str | None, attempts: int) -> FlorinError | None:
    if isinstance(outcome, httpx.Response):
        return None if outcome.is_success else to_api_error(outcome, key, attempts)
    assert outcome is not None
    return to_connection_error(outcome, key, attempts)


NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
NEVER = (httpx.UnsupportedProtocol, httpx.LocalProtocolError, httpx.TooManyRedirects)


def next_delay(operation: Operation, outcome: Outcome, attempt: int, retries: int) -> float | None:
    """Seconds until the next attempt; None if there is none. A request that may have been carried out is repeated
    only if that is safe: a read, or a change under an Idempotency-Key."""
    if attempt > retries:
        return None
    is_safe = operation.method == "GET" or operation.is_replayable
    backoff = random.uniform(0, min(MAX_DELAY, FIRST_DELAY * 2 ** (attempt - 1)))
    if isinstance(outcome, httpx.Response):
        is_refused = outcome.status_code == 429
        if not is_refused and not (is_safe and is_transient(outcome)):
            return None
        wanted = requested_wait(outcome)
        wait = backoff if wanted is None else wanted + min(SPREAD, backoff)
        return wait if wait <= MAX_WAIT else None
    if isinstance(outcome, NEVER) or not isinstance(outcome, httpx.TransportError):
        return None
    return backoff if is_safe or isinstance(outcome, NOT_SENT) else None


def is_transient(response: httpx.Response) -> bool:
    if response.status_code == 409:
        # The first attempt is still running, or another request changes the object.
        return to_api_error(response, None, 1).code == "HE_00"
    return response.status_code in (408, 500, 502, 503, 504)


def idempotency_key(operation: Operation, options: Options) -> str | None:
    if operation.method == "GET":
        return None
    return options.get("idempotency_key") or str(uuid.uuid4())


def fill_path(template: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda name: path_segment(name[1], values[name[1]]), template)


def path_segment(name: str, value: str) -> str:
    # An id that is a dot segment or empty would make another route of the URL.
    if value in ("", ".", ".."):
        raise ValueError(f"{name} is {value!r}, which is not an id.")
    return quote(value, safe="")


def encode_query(query: Mapping[str, Any] | None) -> str:
    sent = {name: query_value(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(sent)}" if sent else ""


def query_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(query_value(each) for each in value)  # pyright: ignore[reportUnknownVariableType]
    return str(value)


def encode_body(operation: Operation, body: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"content": None, "data": None, "files": None}
    if operation.file_field is not None:
        return {**empty, **encode_form(operation.file_field, body)}
    if body is None:
        return empty
    text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return {**empty, "content": text.encode()}


def encode_form(file_field: str, body: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in body.items() if name != file_field}
    return {"data": fields, "files": {file_field: body[file_field]}}


def build_headers(
    settings: Settings, operation: Operation, options: Options, key: str | None
) -> dict[str, str]:
    profile = options.get("profile_id", settings.profile_id)
    version = options.get("api_version", settings.api_version)
    chosen = {
        "Accept": operation.accept,
        "User-Agent": USER_AGENT,
        "Idempotency-Key": key,
        "X-Profile-Id": profile,
        "X-Api-Version": version,
    }
    own = {name: value for name, value in chosen.items() if value is not None}
    return merge_headers(own, settings.headers, options.get("headers", {}))


def with_key(settings: Settings, headers: Mapping[str, str]) -> dict[str, str]:
    """The key is added last, so that no hook sees it."""
    return merge_headers({"api-key": settings.api_key}, headers)


def merge_headers(*parts: Mapping[str, str]) -> dict[str, str]:
    """The last value of a name wins, whatever its case."""
    names: dict[str, str] = {}
    merged: dict[str, str] = {}
    for part in parts:
        for name, value in part.items():
            merged.pop(names.get(name.lower(), ""), None)
            names[name.lower()] = name
            merged[name] = value
    return merged


def decode(operation: Operation, response: httpx.Response) -> Any:
    if operation.accept == "text/csv":
        return response.text
    if operation.accept != "application/json":
        return response.content
    try:
        return response.json()
    except ValueError as error:
        message = f"The answer with status {response.status_code} is not JSON."
        raise ConnectionError(message, response.request.headers.get("idempotency-key"), 1) from error
