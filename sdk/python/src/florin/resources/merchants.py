# Generated from the route table by `npm run sdk:python`. Do not edit.

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import Operation
from .._options import Options
from .._resource import AsyncResource, Resource
from .._typing import Unpack

if TYPE_CHECKING:
    from ..types import (
        Merchant,
        MerchantCreate,
        MerchantSettings,
        MerchantUpdate,
        MerchantUpdateSettings,
        NewMerchant,
    )

CREATE = Operation("merchants.create", "POST", "/accounts")
UPDATE = Operation("merchants.update", "POST", "/accounts/{merchant_id}")
RETRIEVE_SETTINGS = Operation("merchants.retrieve_settings", "GET", "/account/{merchant_id}/settings")
UPDATE_SETTINGS = Operation("merchants.update_settings", "POST", "/account/{merchant_id}/settings")


class MerchantsResource(Resource):
    """A merchant owns everything else: profiles, keys, customers, payments."""

    def create(self, body: MerchantCreate, /, **options: Unpack[Options]) -> NewMerchant:
        """Create a merchant. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return self._call(CREATE, {}, body, options)

    def update(self, merchant_id: str, body: MerchantUpdate | None = None, /, **options: Unpack[Options]) -> Merchant:
        """Update a merchant. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return self._call(UPDATE, {"merchant_id": merchant_id}, body or {}, options)

    def retrieve_settings(self, merchant_id: str, /, **options: Unpack[Options]) -> MerchantSettings:
        """Retrieve a merchant's settings. Needs the scope `profiles:read`."""
        return self._call(RETRIEVE_SETTINGS, {"merchant_id": merchant_id}, None, options)

    def update_settings(self, merchant_id: str, body: MerchantUpdateSettings | None = None, /, **options: Unpack[Options]) -> MerchantSettings:
        """Update a merchant's settings. For the merchant itself. Omitted fields keep their values. Needs the scope `profiles:write`."""
        return self._call(UPDATE_SETTINGS, {"merchant_id": merchant_id}, body or {}, options)


class AsyncMerchantsResource(AsyncResource):
    """A merchant owns everything else: profiles, keys, customers, payments."""

    async def create(self, body: MerchantCreate, /, **options: Unpack[Options]) -> NewMerchant:
        """Create a merchant. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return await self._call(CREATE, {}, body, options)

    async def update(self, merchant_id: str, body: MerchantUpdate | None = None, /, **options: Unpack[Options]) -> Merchant:
        """Update a merchant. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return await self._call(UPDATE, {"merchant_id": merchant_id}, body or {}, options)

    async def retrieve_settings(self, merchant_id: str, /, **options: Unpack[Options]) -> MerchantSettings:
        """Retrieve a merchant's settings. Needs the scope `profiles:read`."""
        return await self._call(RETRIEVE_SETTINGS, {"merchant_id": merchant_id}, None, options)

    async def update_settings(self, merchant_id: str, body: MerchantUpdateSettings | None = None, /, **options: Unpack[Options]) -> MerchantSettings:
        """Update a merchant's settings. For the merchant itself. Omitted fields keep their values. Needs the scope `profiles:write`."""
        return await self._call(UPDATE_SETTINGS, {"merchant_id": merchant_id}, body or {}, options)
