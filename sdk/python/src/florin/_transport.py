"""Carries out the plans of the core with httpx."""

from __future__ import annotations


import time
from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import anyio
import httpx

from ._core import Operation, Outcome, Plan, Send, Sleep, decode, plan
from ._options import Options, Settings


def no_cookies() -> CookieJar:
    """The API key identifies the caller: a cookie of one call must not be sent with the next."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


def arguments(send: Send) -> dict[str, Any]:
    # A redirect could carry the API key to another server.
    return {
        "method": send.method,
        "url": send.url,
        "headers": send.headers,
        "content": send.content,
        "data": send.data,
        "files": send.files,
        "timeout": send.timeout,
        "follow_redirects": False,
    }


class SyncTransport:
    def __init__(self, settings: Settings, http_client: httpx.Client | None) -> None:
        self.settings = settings
        self._own = http_client is None
        self.http = http_client or httpx.Client(cookies=no_cookies())

    def call(
        self,
        operation: Operation,
        path: Mapping[str, str],
        query: Mapping[str, Any] | None,
        body: Any,
        options: Options,
    ) -> Any:
        steps = plan(self.settings, operation, path, query, body, options)
        return decode(operation, self._run(steps))

    def _run(self, steps: Plan) -> httpx.Response:
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            if isinstance(step, Sleep):
                time.sleep(step.seconds)
                outcome = None
                continue
            try:
                outcome = self.http.request(**arguments(step))
            except httpx.HTTPError as error:
                outcome = error

    def close(self) -> None:
        if self._own:
            self.http.close()


class AsyncTransport:
    def __init__(self, settings: Settings, http_client: httpx.AsyncClient | None) -> None:
        self.settings = settings
        self._own = http_client is None
        self.http = http_client or httpx.AsyncClient(cookies=no_cookies())

    async def call(
        self,
        operation: Operation,
        path: Mapping[str, str],
        query: Mapping[str, Any] | None,
        body: Any,
        options: Options,
    ) -> Any:
        steps = plan(self.settings, operation, path, query, body, options)
        return decode(operation, await self._run(steps))

    async def _run(self, steps: Plan) -> httpx.Response:
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            if isinstance(step, Sleep):
                await anyio.sleep(step.seconds)
                outcome = None
                continue
            try:
                outcome = await self.http.request(**arguments(step))
            except httpx.HTTPError as error:
                outcome = error

    async def close(self) -> None:
        if self._own:
            await self.http.aclose()
