# Generated from the route table by `npm run sdk:python`. Do not edit.

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Operation
from .._options import Options
from .._pages import AsyncList, Page, Paging
from .._resource import AsyncResource, Resource
from .._typing import Unpack

if TYPE_CHECKING:
    from ..types import (
        ApiKey,
        ApiKeyCreate,
        ApiKeyListParams,
        ApiKeyRoll,
        ApiKeyUpdate,
        CurrentKey,
        NewApiKey,
        RevokedApiKey,
    )

RETRIEVE_CURRENT = Operation("api_keys.retrieve_current", "GET", "/api_keys/current")
CREATE = Operation("api_keys.create", "POST", "/api_keys/{merchant_id}")
LIST = Operation("api_keys.list", "GET", "/api_keys/{merchant_id}/list")
LIST_PAGES = Paging("offset", in_data=False)
SEARCH = Operation("api_keys.search", "POST", "/api_keys/{merchant_id}/list")
SEARCH_PAGES = Paging("offset", in_data=False)
RETRIEVE = Operation("api_keys.retrieve", "GET", "/api_keys/{merchant_id}/{key_id}")
UPDATE = Operation("api_keys.update", "POST", "/api_keys/{merchant_id}/{key_id}")
ROLL = Operation("api_keys.roll", "POST", "/api_keys/{merchant_id}/{key_id}/roll")
REVOKE = Operation("api_keys.revoke", "DELETE", "/api_keys/{merchant_id}/{key_id}")


class ApiKeysResource(Resource):
    """Secret keys for servers, with scopes, and publishable keys for browsers."""

    def retrieve_current(self, **options: Unpack[Options]) -> CurrentKey:
        """Retrieve the key of the request. Says whose key this is and what it may do, for programs that are given a key and nothing else. For a signed-in user `key_id` is null, and the scopes are those of the role."""
        return self._call(RETRIEVE_CURRENT, {}, None, options)

    def create(self, merchant_id: str, body: ApiKeyCreate, /, **options: Unpack[Options]) -> NewApiKey:
        """Create an API key. The key is never less limited than its creator: `expiration`, `allowed_ips` and `profile_ids` are inherited from the key of the request unless they are narrower, and a wider one is refused with 403. Needs the scope `api_keys:write`."""
        return self._call(CREATE, {"merchant_id": merchant_id}, body, options)

    def list(self, merchant_id: str, params: ApiKeyListParams | None = None, /, **options: Unpack[Options]) -> Page[ApiKey]:
        """List API keys. Needs the scope `api_keys:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def search(self, merchant_id: str, params: ApiKeyListParams | None = None, /, **options: Unpack[Options]) -> Page[ApiKey]:
        """Search API keys. Needs the scope `api_keys:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def retrieve(self, merchant_id: str, key_id: str, /, **options: Unpack[Options]) -> ApiKey:
        """Retrieve an API key. Needs the scope `api_keys:read`."""
        return self._call(RETRIEVE, {"merchant_id": merchant_id, "key_id": key_id}, None, options)

    def update(self, merchant_id: str, key_id: str, body: ApiKeyUpdate | None = None, /, **options: Unpack[Options]) -> ApiKey:
        """Update an API key. When the call returns, every process applies the new scopes and expiration. The changed key must be inside the limits of the key of the request. Needs the scope `api_keys:write`."""
        return self._call(UPDATE, {"merchant_id": merchant_id, "key_id": key_id}, body or {}, options)

    def roll(self, merchant_id: str, key_id: str, body: ApiKeyRoll | None = None, /, **options: Unpack[Options]) -> NewApiKey:
        """Roll an API key. Creates a key with the name, scopes and limits of this one, and lets this one work for `old_key_hours` more, so that you can deploy the new key without downtime. A key can roll itself, except with `old_key_hours` 0. Needs the scope `api_keys:write`."""
        return self._call(ROLL, {"merchant_id": merchant_id, "key_id": key_id}, body or {}, options)

    def revoke(self, merchant_id: str, key_id: str, /, **options: Unpack[Options]) -> RevokedApiKey:
        """Revoke an API key. When the call returns, no process accepts the key any more. Needs the scope `api_keys:write`."""
        return self._call(REVOKE, {"merchant_id": merchant_id, "key_id": key_id}, None, options)


class AsyncApiKeysResource(AsyncResource):
    """Secret keys for servers, with scopes, and publishable keys for browsers."""

    async def retrieve_current(self, **options: Unpack[Options]) -> CurrentKey:
        """Retrieve the key of the request. Says whose key this is and what it may do, for programs that are given a key and nothing else. For a signed-in user `key_id` is null, and the scopes are those of the role."""
        return await self._call(RETRIEVE_CURRENT, {}, None, options)

    async def create(self, merchant_id: str, body: ApiKeyCreate, /, **options: Unpack[Options]) -> NewApiKey:
        """Create an API key. The key is never less limited than its creator: `expiration`, `allowed_ips` and `profile_ids` are inherited from the key of the request unless they are narrower, and a wider one is refused with 403. Needs the scope `api_keys:write`."""
        return await self._call(CREATE, {"merchant_id": merchant_id}, body, options)

    def list(self, merchant_id: str, params: ApiKeyListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[ApiKey]:
        """List API keys. Needs the scope `api_keys:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def search(self, merchant_id: str, params: ApiKeyListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[ApiKey]:
        """Search API keys. Needs the scope `api_keys:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    async def retrieve(self, merchant_id: str, key_id: str, /, **options: Unpack[Options]) -> ApiKey:
        """Retrieve an API key. Needs the scope `api_keys:read`."""
        return await self._call(RETRIEVE, {"merchant_id": merchant_id, "key_id": key_id}, None, options)

    async def update(self, merchant_id: str, key_id: str, body: ApiKeyUpdate | None = None, /, **options: Unpack[Options]) -> ApiKey:
        """Update an API key. When the call returns, every process applies the new scopes and expiration. The changed key must be inside the limits of the key of the request. Needs the scope `api_keys:write`."""
        return await self._call(UPDATE, {"merchant_id": merchant_id, "key_id": key_id}, body or {}, options)

    async def roll(self, merchant_id: str, key_id: str, body: ApiKeyRoll | None = None, /, **options: Unpack[Options]) -> NewApiKey:
        """Roll an API key. Creates a key with the name, scopes and limits of this one, and lets this one work for `old_key_hours` more, so that you can deploy the new key without downtime. A key can roll itself, except with `old_key_hours` 0. Needs the scope `api_keys:write`."""
        return await self._call(ROLL, {"merchant_id": merchant_id, "key_id": key_id}, body or {}, options)

    async def revoke(self, merchant_id: str, key_id: str, /, **options: Unpack[Options]) -> RevokedApiKey:
        """Revoke an API key. When the call returns, no process accepts the key any more. Needs the scope `api_keys:write`."""
        return await self._call(REVOKE, {"merchant_id": merchant_id, "key_id": key_id}, None, options)
