"""Verifies that a webhook comes from your server, and has not been changed on its way."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from .errors import WebhookVerificationError

if TYPE_CHECKING:
    from .types import WebhookEvent


class WithItems(Protocol):
    """The headers of a request, in any framework."""

    def items(self) -> Iterable[tuple[str, str]]: ...


Headers = WithItems | Iterable[tuple[str, str]] | Iterable[tuple[bytes, bytes]]

BODY_SIGNATURE = "x-webhook-signature-512"
TOLERANCE = 300.0
MAX_SIGNATURES = 4


def verify(
    raw_body: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    *,
    tolerance: float | None = TOLERANCE,
) -> WebhookEvent:
    """Returns the event if one of the secrets signed exactly these bytes; otherwise raises `WebhookVerificationError`.

    Pass the bytes as they came: a body that was parsed and written again has other bytes. `secret` is the
    `payment_response_hash_key` of the profile; give the old and the new one while you change it. `tolerance` is the
    greatest age of the attempt in seconds. Every attempt is signed with its own time, so a retry after a day is fresh.
    None checks `X-Webhook-Signature-512` only, for a body that was stored or whose other headers a proxy dropped.
    """
    body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or not all(secrets):
        raise ValueError("Pass the webhook signing secret of the profile.")
    found = read_headers(headers)
    wanted = [hmac.new(each.encode(), body, hashlib.sha512).hexdigest() for each in secrets]
    if not matches(wanted, found.get(BODY_SIGNATURE), ","):
        raise WebhookVerificationError("X-Webhook-Signature-512 is missing, or is not the signature of this body.")
    if tolerance is not None:
        verify_time(body, found, secrets, tolerance)
    return cast("WebhookEvent", json.loads(body))


def verify_time(body: bytes, headers: Mapping[str, str], secrets: Sequence[str], tolerance: float) -> None:
    """The second signature covers the time of the attempt, so that a recorded webhook cannot be replayed later."""
    sent = headers.get("webhook-timestamp", "")
    message = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    wanted = [
        "v1," + base64.b64encode(hmac.new(each.encode(), message, hashlib.sha256).digest()).decode()
        for each in secrets
    ]
    if not matches(wanted, headers.get("webhook-signature"), " "):
        raise WebhookVerificationError("webhook-signature is missing, or is not the signature of this attempt.")
    if not (sent.isascii() and sent.isdigit()) or abs(time.time() - int(sent)) > tolerance:
        raise WebhookVerificationError(f"This webhook was not sent within {tolerance:g} seconds.")


def read_headers(headers: Any) -> dict[str, str]:
    """From any mapping or list of pairs; ASGI's names and values are bytes."""
    pairs: Iterable[tuple[Any, Any]] = headers.items() if hasattr(headers, "items") else headers
    return {header_text(name).lower(): header_text(value) for name, value in pairs}


def header_text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def matches(wanted: Sequence[str], header: str | None, separator: str) -> bool:
    """Compares in constant time. While a secret is rotated the header has two signatures."""
    given = (header or "").split(separator)[:MAX_SIGNATURES]
    return any(
        hmac.compare_digest(each.encode(), sent.strip().encode(errors="replace")) for sent in given for each in wanted
    )
