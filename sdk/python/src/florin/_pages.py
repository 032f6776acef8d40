"""Lists: one page, and all entries from page to page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, cast

T = TypeVar("T")

Params = Mapping[str, Any]

LONGEST_PAGE = 100
"""The longest page that the server returns."""


@dataclass(frozen=True)
class Paging:
    kind: Literal["cursor", "offset"]
    id_field: str = ""
    """The field whose value `starting_after` takes."""
    in_data: bool = True
    """The entries are in `data`; otherwise the answer is an array."""

    def first(self, params: Params | None) -> dict[str, Any]:
        """An array does not say whether there is more, so its limit must be known."""
        sent = dict(params or {})
        return sent if self.in_data else with_limit(sent)


def with_limit(params: dict[str, Any]) -> dict[str, Any]:
    return {**params, "limit": params.get("limit") or LONGEST_PAGE}


class PageData(Generic[T]):
    """A page, whether it is read synchronously or not."""

    data: list[T]
    """The entries of this page."""
    has_more: bool
    """Whether there is a page after this one."""
    total_count: int | None
    """Entries in all pages, if the list counts them; exact if `total_count_relation` is `eq`."""
    total_count_relation: str | None

    def __init__(self, paging: Paging, params: dict[str, Any], answer: Any) -> None:
        entries = answer["data"] if paging.in_data else answer
        envelope: dict[str, Any] = cast("dict[str, Any]", answer) if paging.in_data else {}
        self.data = cast("list[T]", entries)
        self.total_count = envelope.get("total_count")
        self.total_count_relation = envelope.get("total_count_relation")
        is_full = len(self.data) >= int(params.get("limit") or 1)
        self.has_more = len(self.data) > 0 and bool(envelope.get("has_more", is_full))
        self._paging = paging
        self._params = params

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.data)} entries, has_more={self.has_more}>"

    def in_order(self) -> list[T]:
        """With `ending_before`, from the anchor towards the newest entry."""
        is_backward = self._params.get("ending_before") is not None
        return self.data[::-1] if is_backward else self.data

    def _next_params(self) -> dict[str, Any] | None:
        if not self.has_more:
            return None
        params = dict(self._params)
        if self._paging.kind == "offset":
            params["offset"] = int(params.get("offset") or 0) + len(self.data)
        elif params.get("ending_before") is not None:
            params["ending_before"] = self._id(self.data[0])
        else:
            params["starting_after"] = self._id(self.data[-1])
            params.pop("offset", None)
        return params

    def _id(self, entry: Any) -> Any:
        return entry[self._paging.id_field]


class Page(PageData[T]):
    """One page of a list. Iterating over it continues with the next pages: `for payment in florin.payments.list()`."""

    def __init__(self, paging: Paging, params: dict[str, Any], fetch: Callable[[Params], Any]) -> None:
        super().__init__(paging, params, fetch(params))
        self._fetch = fetch

    def __iter__(self) -> Iterator[T]:
        """After this page in pages of 100, unless the list has a `limit`."""
        page: Page[T] | None = self
        while page is not None:
            yield from page.in_order()
            params = page._next_params()
            page = None if params is None else Page(self._paging, with_limit(params), self._fetch)

    def pages(self) -> Iterator[Page[T]]:
        page: Page[T] | None = self
        while page is not None:
            yield page
            page = page.next_page()

    def next_page(self) -> Page[T] | None:
        params = self._next_params()
        return None if params is None else Page(self._paging, params, self._fetch)


class AsyncPage(PageData[T]):
    """One page of a list."""

    def __init__(
        self, paging: Paging, params: dict[str, Any], answer: Any, fetch: Callable[[Params], Awaitable[Any]]
    ) -> None:
        super().__init__(paging, params, answer)
        self._fetch = fetch

    async def next_page(self) -> AsyncPage[T] | None:
        params = self._next_params()
        if params is None:
            return None
        rest: AsyncList[T] = AsyncList(self._paging, params, self._fetch)
        return await rest


class AsyncList(Generic[T]):
    """A list: `async for` reads all its entries, `await` only its first page."""

    def __init__(self, paging: Paging, params: dict[str, Any], fetch: Callable[[Params], Awaitable[Any]]) -> None:
        self._paging = paging
        self._params = params
        self._fetch = fetch

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._first().__await__()

    async def _first(self) -> AsyncPage[T]:
        answer = await self._fetch(self._params)
        return AsyncPage(self._paging, self._params, answer, self._fetch)

    async def __aiter__(self) -> AsyncIterator[T]:
        """In pages of 100, unless the list has a `limit`."""
        pages: AsyncList[T] = AsyncList(self._paging, with_limit(self._params), self._fetch)
        async for page in pages.pages():
            for entry in page.in_order():
                yield entry

    async def pages(self) -> AsyncIterator[AsyncPage[T]]:
        page: AsyncPage[T] | None = await self
        while page is not None:
            yield page
            page = await page.next_page()
