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
        DeletedRole,
        InvitableRole,
        Role,
        RoleCreate,
        RoleListInvitableParams,
        RoleListParams,
        RoleUpdate,
    )

LIST_INVITABLE = Operation("roles.list_invitable", "GET", "/user/role/list/invite")
LIST_INVITABLE_PAGES = Paging("offset", in_data=False)
LIST = Operation("roles.list", "GET", "/user/role/list")
LIST_PAGES = Paging("offset", in_data=False)
SEARCH = Operation("roles.search", "POST", "/user/role/list")
SEARCH_PAGES = Paging("offset", in_data=False)
CREATE = Operation("roles.create", "POST", "/user/role")
RETRIEVE = Operation("roles.retrieve", "GET", "/user/role/{role_id}")
UPDATE = Operation("roles.update", "PUT", "/user/role/{role_id}")
DELETE = Operation("roles.delete", "DELETE", "/user/role/{role_id}")


class RolesResource(Resource):
    """The people who work for a merchant, and the roles that say what they may do."""

    def list_invitable(self, params: RoleListInvitableParams | None = None, /, **options: Unpack[Options]) -> Page[InvitableRole]:
        """List the roles that you can grant. Only roles whose scopes you have yourself. Needs the scope `users:read`."""
        return self._list(LIST_INVITABLE, LIST_INVITABLE_PAGES, {}, params or {}, options)

    def list(self, params: RoleListParams | None = None, /, **options: Unpack[Options]) -> Page[Role]:
        """List roles. The built-in roles, then those of the merchant, oldest first. A built-in role has no creation time, so `created_gte` and `created_lte` leave it out. Needs the scope `users:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: RoleListParams | None = None, /, **options: Unpack[Options]) -> Page[Role]:
        """Search roles. The built-in roles, then those of the merchant, oldest first. A built-in role has no creation time, so `created_gte` and `created_lte` leave it out. Needs the scope `users:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def create(self, body: RoleCreate, /, **options: Unpack[Options]) -> Role:
        """Create a role. A merchant has at most 100 roles of its own. Needs the scope `users:write`."""
        return self._call(CREATE, {}, body, options)

    def retrieve(self, role_id: str, /, **options: Unpack[Options]) -> Role:
        """Retrieve a role. Needs the scope `users:read`."""
        return self._call(RETRIEVE, {"role_id": role_id}, None, options)

    def update(self, role_id: str, body: RoleUpdate | None = None, /, **options: Unpack[Options]) -> Role:
        """Update a role. Omitted fields keep their values. The change applies to the next request of each user who has the role. Needs the scope `users:write`."""
        return self._call(UPDATE, {"role_id": role_id}, body or {}, options)

    def delete(self, role_id: str, /, **options: Unpack[Options]) -> DeletedRole:
        """Delete a role. Not while a user has it. Needs the scope `users:write`."""
        return self._call(DELETE, {"role_id": role_id}, None, options)


class AsyncRolesResource(AsyncResource):
    """The people who work for a merchant, and the roles that say what they may do."""

    def list_invitable(self, params: RoleListInvitableParams | None = None, /, **options: Unpack[Options]) -> AsyncList[InvitableRole]:
        """List the roles that you can grant. Only roles whose scopes you have yourself. Needs the scope `users:read`."""
        return self._list(LIST_INVITABLE, LIST_INVITABLE_PAGES, {}, params or {}, options)

    def list(self, params: RoleListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Role]:
        """List roles. The built-in roles, then those of the merchant, oldest first. A built-in role has no creation time, so `created_gte` and `created_lte` leave it out. Needs the scope `users:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: RoleListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Role]:
        """Search roles. The built-in roles, then those of the merchant, oldest first. A built-in role has no creation time, so `created_gte` and `created_lte` leave it out. Needs the scope `users:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def create(self, body: RoleCreate, /, **options: Unpack[Options]) -> Role:
        """Create a role. A merchant has at most 100 roles of its own. Needs the scope `users:write`."""
        return await self._call(CREATE, {}, body, options)

    async def retrieve(self, role_id: str, /, **options: Unpack[Options]) -> Role:
        """Retrieve a role. Needs the scope `users:read`."""
        return await self._call(RETRIEVE, {"role_id": role_id}, None, options)

    async def update(self, role_id: str, body: RoleUpdate | None = None, /, **options: Unpack[Options]) -> Role:
        """Update a role. Omitted fields keep their values. The change applies to the next request of each user who has the role. Needs the scope `users:write`."""
        return await self._call(UPDATE, {"role_id": role_id}, body or {}, options)

    async def delete(self, role_id: str, /, **options: Unpack[Options]) -> DeletedRole:
        """Delete a role. Not while a user has it. Needs the scope `users:write`."""
        return await self._call(DELETE, {"role_id": role_id}, None, options)
