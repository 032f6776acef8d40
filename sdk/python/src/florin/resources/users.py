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
        ChangedRole,
        DeletedUser,
        EndedSessions,
        InvitationResults,
        ResentInvitation,
        TeamUser,
        UserDelete,
        UserEndSessions,
        UserInvite,
        UserListParams,
        UserResendInvite,
        UserUpdateRole,
    )

LIST = Operation("users.list", "GET", "/user/user/list")
LIST_PAGES = Paging("offset", in_data=False)
SEARCH = Operation("users.search", "POST", "/user/user/list")
SEARCH_PAGES = Paging("offset", in_data=False)
INVITE = Operation("users.invite", "POST", "/user/user/invite_multiple")
UPDATE_ROLE = Operation("users.update_role", "POST", "/user/user/update_role")
RESEND_INVITE = Operation("users.resend_invite", "POST", "/user/user/resend_invite")
DELETE = Operation("users.delete", "DELETE", "/user/user/delete")
END_SESSIONS = Operation("users.end_sessions", "POST", "/user/user/end_sessions")


class UsersResource(Resource):
    """The people who work for a merchant, and the roles that say what they may do."""

    def list(self, params: UserListParams | None = None, /, **options: Unpack[Options]) -> Page[TeamUser]:
        """List users. The users of the merchant and of its organization, newest first, as an array. The header `X-Total-Count` has the number of all that match. Until an invitation is accepted, the entry shows nothing of an account that the person has at another merchant. Needs the scope `users:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: UserListParams | None = None, /, **options: Unpack[Options]) -> Page[TeamUser]:
        """Search users. The users of the merchant and of its organization, newest first, as an array. The header `X-Total-Count` has the number of all that match. Until an invitation is accepted, the entry shows nothing of an account that the person has at another merchant. Needs the scope `users:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    def invite(self, body: UserInvite, /, **options: Unpack[Options]) -> InvitationResults:
        """Invite users. Takes one invitation or an array of 1 to 50, and has a result for each: some can fail while others are sent. If all fail for the same reason, the request fails with it, so 409 means that each of them is a user already. Each gets an e-mail with a link that works once, for 24 hours; if this deployment sends no e-mail, the results have the links. A person with an account is invited to this merchant too. A merchant has at most 1,000 users. Needs the scope `users:write`."""
        return self._call(INVITE, {}, body, options)

    def update_role(self, body: UserUpdateRole, /, **options: Unpack[Options]) -> ChangedRole:
        """Change the role of a user. Applies to the next request of the user. Nobody changes their own role, or grants or takes away a role that may do more than they. An organization keeps its last admin: 409. Needs the scope `users:write`."""
        return self._call(UPDATE_ROLE, {}, body, options)

    def resend_invite(self, body: UserResendInvite, /, **options: Unpack[Options]) -> ResentInvitation:
        """Send an invitation again. With a new link for 24 hours; the earlier link stops working. At most five times an hour for each address, then 429 with `Retry-After`. Not for a user who has accepted: 400. Needs the scope `users:write`."""
        return self._call(RESEND_INVITE, {}, body, options)

    def delete(self, body: UserDelete | None = None, /, **options: Unpack[Options]) -> DeletedUser:
        """Delete a user. Takes `email` in the body, which keeps it out of the logs of proxies, or in the query. Applies to the next request of the user. Nobody deletes themselves: 400; an organization keeps its last admin: 409. The account of a user with no other merchant is erased. Needs the scope `users:write`."""
        return self._call(DELETE, {}, body or {}, options)

    def end_sessions(self, body: UserEndSessions, /, **options: Unpack[Options]) -> EndedSessions:
        """End the sessions of a user. Those in which the user works for this merchant. The user keeps the role and can sign in again. Needs the scope `users:write`."""
        return self._call(END_SESSIONS, {}, body, options)


class AsyncUsersResource(AsyncResource):
    """The people who work for a merchant, and the roles that say what they may do."""

    def list(self, params: UserListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[TeamUser]:
        """List users. The users of the merchant and of its organization, newest first, as an array. The header `X-Total-Count` has the number of all that match. Until an invitation is accepted, the entry shows nothing of an account that the person has at another merchant. Needs the scope `users:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def search(self, params: UserListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[TeamUser]:
        """Search users. The users of the merchant and of its organization, newest first, as an array. The header `X-Total-Count` has the number of all that match. Until an invitation is accepted, the entry shows nothing of an account that the person has at another merchant. Needs the scope `users:read`."""
        return self._list(SEARCH, SEARCH_PAGES, {}, params or {}, options)

    async def invite(self, body: UserInvite, /, **options: Unpack[Options]) -> InvitationResults:
        """Invite users. Takes one invitation or an array of 1 to 50, and has a result for each: some can fail while others are sent. If all fail for the same reason, the request fails with it, so 409 means that each of them is a user already. Each gets an e-mail with a link that works once, for 24 hours; if this deployment sends no e-mail, the results have the links. A person with an account is invited to this merchant too. A merchant has at most 1,000 users. Needs the scope `users:write`."""
        return await self._call(INVITE, {}, body, options)

    async def update_role(self, body: UserUpdateRole, /, **options: Unpack[Options]) -> ChangedRole:
        """Change the role of a user. Applies to the next request of the user. Nobody changes their own role, or grants or takes away a role that may do more than they. An organization keeps its last admin: 409. Needs the scope `users:write`."""
        return await self._call(UPDATE_ROLE, {}, body, options)

    async def resend_invite(self, body: UserResendInvite, /, **options: Unpack[Options]) -> ResentInvitation:
        """Send an invitation again. With a new link for 24 hours; the earlier link stops working. At most five times an hour for each address, then 429 with `Retry-After`. Not for a user who has accepted: 400. Needs the scope `users:write`."""
        return await self._call(RESEND_INVITE, {}, body, options)

    async def delete(self, body: UserDelete | None = None, /, **options: Unpack[Options]) -> DeletedUser:
        """Delete a user. Takes `email` in the body, which keeps it out of the logs of proxies, or in the query. Applies to the next request of the user. Nobody deletes themselves: 400; an organization keeps its last admin: 409. The account of a user with no other merchant is erased. Needs the scope `users:write`."""
        return await self._call(DELETE, {}, body or {}, options)

    async def end_sessions(self, body: UserEndSessions, /, **options: Unpack[Options]) -> EndedSessions:
        """End the sessions of a user. Those in which the user works for this merchant. The user keeps the role and can sign in again. Needs the scope `users:write`."""
        return await self._call(END_SESSIONS, {}, body, options)
