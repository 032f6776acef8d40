# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal, TypeAlias
from .._typing import NotRequired, TypedDict


UserInvite: TypeAlias = 'UserInviteEntry | list[UserInviteEntry]'


class ChangedRole(TypedDict):
    email: str
    """The e-mail address of the user."""
    role_id: str
    """The id of the role: a built-in one such as `merchant_admin`, or one of your own."""
    updated_at: str
    """When the role was changed, in UTC."""
    invite_url: NotRequired[str]
    """The link for the user, only if this deployment sends no e-mail. It works once, for 24 hours."""


class DeletedUser(TypedDict):
    email: str
    """The e-mail address of the user."""
    deleted: Literal[True]
    """Always true: the object is deleted."""


class EndedSessions(TypedDict):
    deleted: int
    """How many sessions were ended."""


class InvitationResult(TypedDict):
    email: str
    """The e-mail address of the user."""
    status: Literal["invited", "error"]
    """`error` if this person was not invited; the others are."""
    user_id: str | None
    """The id of the user; null after an error."""
    error: InvitationResultError | None
    """Why this person was not invited; null otherwise."""
    invite_url: NotRequired[str]
    """The link for the user, only if this deployment sends no e-mail. It works once, for 24 hours."""


class InvitationResultError(TypedDict):
    """Why this person was not invited; null otherwise."""
    code: str
    """The code of the error, such as `HE_01`."""
    message: str
    """What happened and what to do, for people."""


class InvitationResults(TypedDict):
    results: list[InvitationResult]
    """One for each invitation, in the order of the request."""


class ResentInvitation(TypedDict):
    email: str
    """The e-mail address of the user."""
    invite_resent_at: str
    """When the new link was made, in UTC."""
    invite_url: NotRequired[str]
    """The link for the user, only if this deployment sends no e-mail. It works once, for 24 hours."""


class TeamUser(TypedDict):
    user_id: str
    """The id of the user."""
    email: str
    """The e-mail address of the user."""
    name: str | None
    """The name of the user; null if not given."""
    role_id: str
    """The id of the role: a built-in one such as `merchant_admin`, or one of your own."""
    role_name: str
    """The name of the role, for people."""
    entity_type: Literal["merchant", "organization"]
    """Whether the role is at one merchant, or at an organization and so at all its merchants."""
    status: Literal["invitation_sent", "active"]
    """Whether the user has accepted the invitation.

    - `invitation_sent`: Invited, but has not accepted yet.
    - `active`: Has accepted the invitation."""
    two_factor_enabled: bool
    """Whether the user signs in with a second factor."""
    last_signed_in_at: str | None
    """When the user last signed in, in UTC; null if never."""
    invitation_expired: NotRequired[Literal[True]]
    """The link is older than 24 hours. Send a new one."""
    created: str
    """When the object was created, in UTC."""
    last_modified_at: str
    """When the object last changed, in UTC."""


class UserDelete(TypedDict, total=False):
    email: str
    """The e-mail address of the user."""


class UserEndSessions(TypedDict):
    email: str
    """The e-mail address of the user."""


class UserInviteEntry(TypedDict):
    email: str
    """The e-mail address of the user."""
    name: NotRequired[str | None]
    """Ignored for a person with an account."""
    role_id: str
    """A role whose scopes you have yourself: `GET /user/role/list/invite`."""


class UserListParams(TypedDict, total=False):
    entity_type: Literal["merchant", "organization"]
    """Whether the role is at one merchant, or at an organization and so at all its merchants."""
    status: Literal["invitation_sent", "active"]
    """Whether the user has accepted the invitation.

    - `invitation_sent`: Invited, but has not accepted yet.
    - `active`: Has accepted the invitation."""
    limit: int
    """Entries per page, 1 to 100."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class UserResendInvite(TypedDict):
    email: str
    """The e-mail address of the user."""


class UserUpdateRole(TypedDict):
    email: str
    """The e-mail address of the user."""
    role_id: str
    """A role whose scopes you have yourself: `GET /user/role/list/invite`."""
