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
        DeletedPlan,
        Plan,
        PlanCreate,
        PlanListParams,
        PlanUpdate,
    )

CREATE = Operation("plans.create", "POST", "/subscriptions/plans")
LIST = Operation("plans.list", "GET", "/subscriptions/plans")
LIST_PAGES = Paging("cursor", id_field="plan_id")
RETRIEVE = Operation("plans.retrieve", "GET", "/subscriptions/plans/{plan_id}")
UPDATE = Operation("plans.update", "POST", "/subscriptions/plans/{plan_id}")
DELETE = Operation("plans.delete", "DELETE", "/subscriptions/plans/{plan_id}")


class PlansResource(Resource):
    """What can be subscribed to, and its prices."""

    def create(self, body: PlanCreate, /, **options: Unpack[Options]) -> Plan:
        """Create a plan. A plan has one or more prices. A subscription is to one of them. Needs the scope `subscriptions:write`."""
        return self._call(CREATE, {}, body, options)

    def list(self, params: PlanListParams | None = None, /, **options: Unpack[Options]) -> Page[Plan]:
        """List plans. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def retrieve(self, plan_id: str, /, **options: Unpack[Options]) -> Plan:
        """Retrieve a plan. Needs the scope `subscriptions:read`."""
        return self._call(RETRIEVE, {"plan_id": plan_id}, None, options)

    def update(self, plan_id: str, body: PlanUpdate | None = None, /, **options: Unpack[Options]) -> Plan:
        """Update a plan. Omitted fields keep their values, `null` clears the description, `prices` are added. Existing prices never change. Needs the scope `subscriptions:write`."""
        return self._call(UPDATE, {"plan_id": plan_id}, body or {}, options)

    def delete(self, plan_id: str, /, **options: Unpack[Options]) -> DeletedPlan:
        """Delete or archive a plan. Deletes the plan and its prices if no subscription has used it. Otherwise the plan is archived: its subscriptions continue, new ones are refused. Needs the scope `subscriptions:write`."""
        return self._call(DELETE, {"plan_id": plan_id}, None, options)


class AsyncPlansResource(AsyncResource):
    """What can be subscribed to, and its prices."""

    async def create(self, body: PlanCreate, /, **options: Unpack[Options]) -> Plan:
        """Create a plan. A plan has one or more prices. A subscription is to one of them. Needs the scope `subscriptions:write`."""
        return await self._call(CREATE, {}, body, options)

    def list(self, params: PlanListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Plan]:
        """List plans. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    async def retrieve(self, plan_id: str, /, **options: Unpack[Options]) -> Plan:
        """Retrieve a plan. Needs the scope `subscriptions:read`."""
        return await self._call(RETRIEVE, {"plan_id": plan_id}, None, options)

    async def update(self, plan_id: str, body: PlanUpdate | None = None, /, **options: Unpack[Options]) -> Plan:
        """Update a plan. Omitted fields keep their values, `null` clears the description, `prices` are added. Existing prices never change. Needs the scope `subscriptions:write`."""
        return await self._call(UPDATE, {"plan_id": plan_id}, body or {}, options)

    async def delete(self, plan_id: str, /, **options: Unpack[Options]) -> DeletedPlan:
        """Delete or archive a plan. Deletes the plan and its prices if no subscription has used it. Otherwise the plan is archived: its subscriptions continue, new ones are refused. Needs the scope `subscriptions:write`."""
        return await self._call(DELETE, {"plan_id": plan_id}, None, options)
