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
        Organization,
        OrganizationCreate,
        OrganizationUpdate,
    )

CREATE = Operation("organizations.create", "POST", "/organizations")
RETRIEVE = Operation("organizations.retrieve", "GET", "/organizations/{organization_id}")
UPDATE = Operation("organizations.update", "POST", "/organizations/{organization_id}")


class OrganizationsResource(Resource):

    def create(self, body: OrganizationCreate, /, **options: Unpack[Options]) -> Organization:
        """Create an organization. For the operator: requires the key in FLORIN_ADMIN_KEY. `POST /accounts` creates merchants in it, `POST /accounts/:merchant_id` moves a merchant to it."""
        return self._call(CREATE, {}, body, options)

    def retrieve(self, organization_id: str, /, **options: Unpack[Options]) -> Organization:
        """Retrieve an organization. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return self._call(RETRIEVE, {"organization_id": organization_id}, None, options)

    def update(self, organization_id: str, body: OrganizationUpdate, /, **options: Unpack[Options]) -> Organization:
        """Rename an organization. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return self._call(UPDATE, {"organization_id": organization_id}, body, options)


class AsyncOrganizationsResource(AsyncResource):

    async def create(self, body: OrganizationCreate, /, **options: Unpack[Options]) -> Organization:
        """Create an organization. For the operator: requires the key in FLORIN_ADMIN_KEY. `POST /accounts` creates merchants in it, `POST /accounts/:merchant_id` moves a merchant to it."""
        return await self._call(CREATE, {}, body, options)

    async def retrieve(self, organization_id: str, /, **options: Unpack[Options]) -> Organization:
        """Retrieve an organization. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return await self._call(RETRIEVE, {"organization_id": organization_id}, None, options)

    async def update(self, organization_id: str, body: OrganizationUpdate, /, **options: Unpack[Options]) -> Organization:
        """Rename an organization. For the operator: requires the key in FLORIN_ADMIN_KEY."""
        return await self._call(UPDATE, {"organization_id": organization_id}, body, options)
