# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal, TypeAlias
from .._typing import NotRequired, TypedDict
from .shared import Currency


InvitableRoleScope: TypeAlias = Literal["payments:read", "payments:write", "refunds:read", "refunds:write", "customers:read", "customers:write", "payment_links:read", "payment_links:write", "disputes:read", "disputes:write", "payouts:read", "payouts:write", "subscriptions:read", "subscriptions:write", "analytics:read", "analytics:write", "profiles:read", "profiles:write", "api_keys:read", "api_keys:write", "users:read", "users:write", "webhooks:read", "webhooks:write", "requests:read", "requests:write", "connectors:read", "connectors:write", "workflows:read", "workflows:write"]


class DeletedRole(TypedDict):
    role_id: str
    """The id of the role: a built-in one such as `merchant_admin`, or one of your own."""
    deleted: Literal[True]
    """Always true: the object is deleted."""


class InvitableRole(TypedDict):
    role_id: str
    """The id of the role: a built-in one such as `merchant_admin`, or one of your own."""
    role_name: str
    """The name of the role, for people."""
    scope: Literal["merchant", "organization"]
    """The same as `entity_type`."""
    entity_type: Literal["merchant", "organization"]
    """Whether the role is at one merchant, or at an organization and so at all its merchants."""
    groups: list[Literal["operations_view", "operations_manage", "connectors_view", "connectors_manage", "workflows_view", "workflows_manage", "analytics_view", "users_view", "users_manage", "account_view", "account_manage"]]
    """What users with the role may do."""
    scopes: list[InvitableRoleScope]
    """What users with the role may do besides that, by scope."""
    refund_limit: list[RefundLimit] | None
    """The most that may be refunded of one payment, with all its earlier refunds, by currency. Payments in other currencies cannot be refunded. Null: no limit."""


class RefundLimit(TypedDict):
    currency: str
    """The three-letter ISO 4217 code of the currency."""
    amount: int
    """In the lowest unit of the currency."""


class Role(TypedDict):
    role_id: str
    """The id of the role: a built-in one such as `merchant_admin`, or one of your own."""
    role_name: str
    """The name of the role, for people."""
    scope: Literal["merchant", "organization"]
    """The same as `entity_type`."""
    entity_type: Literal["merchant", "organization"]
    """Whether the role is at one merchant, or at an organization and so at all its merchants."""
    groups: list[Literal["operations_view", "operations_manage", "connectors_view", "connectors_manage", "workflows_view", "workflows_manage", "analytics_view", "users_view", "users_manage", "account_view", "account_manage"]]
    """What users with the role may do."""
    scopes: list[InvitableRoleScope]
    """What users with the role may do besides that, by scope."""
    refund_limit: list[RefundLimit] | None
    """The most that may be refunded of one payment, with all its earlier refunds, by currency. Payments in other currencies cannot be refunded. Null: no limit."""
    is_built_in: bool
    """Every merchant has the built-in roles. They cannot be changed or deleted."""
    created: str | None
    """When it was created, in UTC; null for a built-in role."""
    last_modified_at: str | None
    """When it last changed, in UTC; null for a built-in role."""


class RoleCreate(TypedDict):
    role_name: str
    """Unique among the roles of the merchant, in upper or lower case."""
    groups: list[Literal["operations_view", "operations_manage", "connectors_view", "connectors_manage", "workflows_view", "workflows_manage", "analytics_view", "users_view", "users_manage", "account_view", "account_manage"]]
    """`manage` includes what `view` allows. You need the scopes of each group yourself. Empty for a role of single `scopes`."""
    scopes: NotRequired[list[InvitableRoleScope]]
    """What the role may do besides its groups, one object at a time: `refunds:write` without `payouts:write`, for instance. `write` includes `read`. You need each scope yourself."""
    refund_limit: NotRequired[list[RoleCreateRefundLimit] | None]
    """The most that a user with the role may refund of one payment, with all its earlier refunds: one entry for each currency. Payments in other currencies are not refunded. Null, the default: no limit."""


class RoleCreateRefundLimit(TypedDict):
    currency: Currency
    """The three-letter ISO 4217 code of the currency, in upper case."""
    amount: int
    """In the lowest unit of the currency."""


class RoleListInvitableParams(TypedDict, total=False):
    limit: int
    """Entries to return, 1 to 100. By default all."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""
    entity_type: Literal["merchant", "organization"]
    """Whether the role is at one merchant, or at an organization and so at all its merchants."""


class RoleListParams(TypedDict, total=False):
    limit: int
    """Entries to return, 1 to 100. By default all."""
    offset: int
    """Entries to skip. For deep pages `starting_after` is cheaper."""
    created_gte: str
    """Only entries created at this time or later; ISO 8601."""
    created_lte: str
    """Only entries created at this time or earlier; ISO 8601."""


class RoleUpdate(TypedDict, total=False):
    role_name: str
    """Unique among the roles of the merchant, in upper or lower case."""
    groups: list[Literal["operations_view", "operations_manage", "connectors_view", "connectors_manage", "workflows_view", "workflows_manage", "analytics_view", "users_view", "users_manage", "account_view", "account_manage"]]
    """`manage` includes what `view` allows. You need the scopes of each group yourself. Empty for a role of single `scopes`."""
    scopes: list[InvitableRoleScope]
    """What the role may do besides its groups, one object at a time: `refunds:write` without `payouts:write`, for instance. `write` includes `read`. You need each scope yourself."""
    refund_limit: list[RoleCreateRefundLimit] | None
    """The most that a user with the role may refund of one payment, with all its earlier refunds: one entry for each currency. Payments in other currencies are not refunded. Null, the default: no limit."""
