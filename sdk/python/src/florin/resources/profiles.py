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
        BusinessProfile,
        DeletedBusinessProfile,
        ProfileCreate,
        ProfileListParams,
        ProfileRotateWebhookSecret,
        ProfileUpdate,
        RotatedWebhookSecret,
    )

LIST = Operation("profiles.list", "GET", "/account/{merchant_id}/business_profile")
LIST_PAGES = Paging("offset", in_data=False)
CREATE = Operation("profiles.create", "POST", "/account/{merchant_id}/business_profile")
RETRIEVE = Operation("profiles.retrieve", "GET", "/account/{merchant_id}/business_profile/{profile_id}")
UPDATE = Operation("profiles.update", "POST", "/account/{merchant_id}/business_profile/{profile_id}")
ROTATE_WEBHOOK_SECRET = Operation("profiles.rotate_webhook_secret", "POST", "/account/{merchant_id}/business_profile/{profile_id}/rotate_webhook_secret")
DELETE = Operation("profiles.delete", "DELETE", "/account/{merchant_id}/business_profile/{profile_id}")


class ProfilesResource(Resource):
    """A business profile has the settings of one shop: webhooks, payment links, risk rules, retries of renewals."""

    def list(self, merchant_id: str, params: ProfileListParams | None = None, /, **options: Unpack[Options]) -> Page[BusinessProfile]:
        """List business profiles. Needs the scope `profiles:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    def create(self, merchant_id: str, body: ProfileCreate, /, **options: Unpack[Options]) -> BusinessProfile:
        """Create a business profile. Needs the scope `profiles:write`."""
        return self._call(CREATE, {"merchant_id": merchant_id}, body, options)

    def retrieve(self, merchant_id: str, profile_id: str, /, **options: Unpack[Options]) -> BusinessProfile:
        """Retrieve a business profile. Needs the scope `profiles:read`."""
        return self._call(RETRIEVE, {"merchant_id": merchant_id, "profile_id": profile_id}, None, options)

    def update(self, merchant_id: str, profile_id: str, body: ProfileUpdate | None = None, /, **options: Unpack[Options]) -> BusinessProfile:
        """Update a business profile. Needs the scope `profiles:write`."""
        return self._call(UPDATE, {"merchant_id": merchant_id, "profile_id": profile_id}, body or {}, options)

    def rotate_webhook_secret(self, merchant_id: str, profile_id: str, body: ProfileRotateWebhookSecret | None = None, /, **options: Unpack[Options]) -> RotatedWebhookSecret:
        """Rotate the webhook signing secret. Needs the scope `profiles:write`."""
        return self._call(ROTATE_WEBHOOK_SECRET, {"merchant_id": merchant_id, "profile_id": profile_id}, body or {}, options)

    def delete(self, merchant_id: str, profile_id: str, /, **options: Unpack[Options]) -> DeletedBusinessProfile:
        """Delete a business profile. Needs the scope `profiles:write`."""
        return self._call(DELETE, {"merchant_id": merchant_id, "profile_id": profile_id}, None, options)


class AsyncProfilesResource(AsyncResource):
    """A business profile has the settings of one shop: webhooks, payment links, risk rules, retries of renewals."""

    def list(self, merchant_id: str, params: ProfileListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[BusinessProfile]:
        """List business profiles. Needs the scope `profiles:read`."""
        return self._list(LIST, LIST_PAGES, {"merchant_id": merchant_id}, params or {}, options)

    async def create(self, merchant_id: str, body: ProfileCreate, /, **options: Unpack[Options]) -> BusinessProfile:
        """Create a business profile. Needs the scope `profiles:write`."""
        return await self._call(CREATE, {"merchant_id": merchant_id}, body, options)

    async def retrieve(self, merchant_id: str, profile_id: str, /, **options: Unpack[Options]) -> BusinessProfile:
        """Retrieve a business profile. Needs the scope `profiles:read`."""
        return await self._call(RETRIEVE, {"merchant_id": merchant_id, "profile_id": profile_id}, None, options)

    async def update(self, merchant_id: str, profile_id: str, body: ProfileUpdate | None = None, /, **options: Unpack[Options]) -> BusinessProfile:
        """Update a business profile. Needs the scope `profiles:write`."""
        return await self._call(UPDATE, {"merchant_id": merchant_id, "profile_id": profile_id}, body or {}, options)

    async def rotate_webhook_secret(self, merchant_id: str, profile_id: str, body: ProfileRotateWebhookSecret | None = None, /, **options: Unpack[Options]) -> RotatedWebhookSecret:
        """Rotate the webhook signing secret. Needs the scope `profiles:write`."""
        return await self._call(ROTATE_WEBHOOK_SECRET, {"merchant_id": merchant_id, "profile_id": profile_id}, body or {}, options)

    async def delete(self, merchant_id: str, profile_id: str, /, **options: Unpack[Options]) -> DeletedBusinessProfile:
        """Delete a business profile. Needs the scope `profiles:write`."""
        return await self._call(DELETE, {"merchant_id": merchant_id, "profile_id": profile_id}, None, options)
