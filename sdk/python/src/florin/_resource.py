"""The base of the generated resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._core import Operation
from ._options import Options
from ._pages import AsyncList, Page, Paging
from ._transport import AsyncTransport, SyncTransport

Path = Mapping[str, str]


def in_request(operation: Operation, params: Any) -> tuple[Any, Any]:
    """As the query, or as the body, which keeps it out of the logs of proxies."""
    return (params, None) if operation.method == "GET" else (None, params)


def without_key(options: Options) -> Options:
    """Each page is a request of its own, so one Idempotency-Key cannot be for all of them."""
    rest = options.copy()
    rest.pop("idempotency_key", None)
    return rest


class Resource:
    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def _call(self, operation: Operation, path: Path, sent: Any, options: Options) -> Any:
        return self._transport.call(operation, path, *in_request(operation, sent), options)

    def _list(self, operation: Operation, paging: Paging, path: Path, params: Any, options: Options) -> Page[Any]:
        own = without_key(options)

        def fetch(sent: Mapping[str, Any]) -> Any:
            return self._transport.call(operation, path, *in_request(operation, sent), own)

        return Page(paging, paging.first(params), fetch)


class AsyncResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _call(self, operation: Operation, path: Path, sent: Any, options: Options) -> Any:
        return await self._transport.call(operation, path, *in_request(operation, sent), options)

    def _list(
        self, operation: Operation, paging: Paging, path: Path, params: Any, options: Options
    ) -> AsyncList[Any]:
        own = without_key(options)

        async def fetch(sent: Mapping[str, Any]) -> Any:
            return await self._transport.call(operation, path, *in_request(operation, sent), own)

        return AsyncList(paging, paging.first(params), fetch)
