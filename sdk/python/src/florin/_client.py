"""The two clients: the same operations, synchronous and asynchronous."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

import httpx

from . import webhooks
from ._options import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Hooks, read_settings
from ._transport import AsyncTransport, SyncTransport
from .resources import AsyncResources, Resources


class Florin(Resources):
    """The synchronous client. Threads can share one."""

    webhooks = webhooks

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        profile_id: str | None = None,
        api_version: str | None = None,
        headers: Mapping[str, str] | None = None,
        hooks: Hooks | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """`FLORIN_API_KEY` and `FLORIN_BASE_URL` replace absent arguments. An `http_client` of your own, for example
        with a proxy, stays open when this client is closed."""
        settings = read_settings(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            profile_id=profile_id,
            api_version=api_version,
            headers=headers,
            hooks=hooks,
        )
        transport = SyncTransport(settings, http_client)
        super().__init__(transport)
        self.close = transport.close

    def __enter__(self) -> Florin:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncFlorin(AsyncResources):
    """The asynchronous client."""

    webhooks = webhooks

    def __init__(
        self,
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        profile_id: str | None = None,
        api_version: str | None = None,
        headers: Mapping[str, str] | None = None,
        hooks: Hooks | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """`FLORIN_API_KEY` and `FLORIN_BASE_URL` replace absent arguments. An `http_client` of your own, for example
        with a proxy, stays open when this client is closed."""
        settings = read_settings(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            profile_id=profile_id,
            api_version=api_version,
            headers=headers,
            hooks=hooks,
        )
        transport = AsyncTransport(settings, http_client)
        super().__init__(transport)
        self.close = transport.close

    async def __aenter__(self) -> AsyncFlorin:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
