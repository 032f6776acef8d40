"""Settings of a client and of a single call."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ._typing import TypedDict

DEFAULT_TIMEOUT = 60.0
DEFAULT_RETRIES = 3


class Options(TypedDict, total=False):
    """Options of one call, as keyword arguments."""

    idempotency_key: str
    """Repeats of a request under one key are carried out once. A random key by default."""
    timeout: float
    """Seconds to wait for the connection, and for each part of the response."""
    max_retries: int
    """Retries after the first attempt."""
    headers: Mapping[str, str]
    """Headers in addition to the client's own."""
    profile_id: str
    """The business profile that the request is about."""
    api_version: str
    """The version of the interface for this request."""


@dataclass
class RequestEvent:
    """An attempt that is about to be sent. A hook may add headers, such as `traceparent`."""

    operation: str
    method: str
    path: str
    """The route with the names of its ids, so that it has few values: `/payments/{payment_id}`."""
    attempt: int
    idempotency_key: str | None
    headers: dict[str, str]
    """Without the API key."""


@dataclass(frozen=True)
class ResponseEvent:
    """An attempt that has ended. Events have no bodies: these can contain card numbers."""

    operation: str
    method: str
    path: str
    attempt: int
    idempotency_key: str | None
    status: int | None
    """None if there was no response."""
    request_id: str | None
    error: Exception | None
    duration: float
    """Seconds."""
    retry_in: float | None
    """Seconds until the next attempt, or None if this was the last one."""


@dataclass(frozen=True)
class Hooks:
    """Functions that are called around each attempt, for traces, metrics and logs."""

    on_request: Callable[[RequestEvent], None] | None = None
    on_response: Callable[[ResponseEvent], None] | None = None


@dataclass(frozen=True)
class Settings:
    api_key: str = field(repr=False)
    base_url: str
    timeout: float
    max_retries: int
    profile_id: str | None
    api_version: str | None
    headers: Mapping[str, str] = field(repr=False)
    hooks: Hooks


def read_settings(
    *,
    api_key: str | None,
    base_url: str | None,
    timeout: float,
    max_retries: int,
    profile_id: str | None,
    api_version: str | None,
    headers: Mapping[str, str] | None,
    hooks: Hooks | None,
) -> Settings:
    """Arguments win over the environment."""
    key = api_key if api_key is not None else os.environ.get("FLORIN_API_KEY")
    url = base_url if base_url is not None else os.environ.get("FLORIN_BASE_URL")
    if not key:
        raise ValueError("Pass api_key, or set FLORIN_API_KEY.")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("The API key contains a space, a line break or a character outside ASCII.")
    if not url:
        raise ValueError("Pass base_url, or set FLORIN_BASE_URL to your server's address.")
    if not url.startswith(("https://", "http://")):
        raise ValueError(f"base_url must begin with https:// or http://, not {url[:40]!r}.")
    return Settings(
        api_key=key,
        base_url=url.rstrip("/"),
        timeout=timeout,
        max_retries=max_retries,
        profile_id=profile_id,
        api_version=api_version,
        headers=dict(headers or {}),
        hooks=hooks or Hooks(),
    )
