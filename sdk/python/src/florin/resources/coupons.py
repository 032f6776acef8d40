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
        Coupon,
        CouponCreate,
        CouponListParams,
    )

CREATE = Operation("coupons.create", "POST", "/subscriptions/coupons")
LIST = Operation("coupons.list", "GET", "/subscriptions/coupons")
LIST_PAGES = Paging("cursor", id_field="coupon_code")
RETRIEVE = Operation("coupons.retrieve", "GET", "/subscriptions/coupons/{coupon_code}")
STOP = Operation("coupons.stop", "POST", "/subscriptions/coupons/{coupon_code}/stop")


class CouponsResource(Resource):
    """Discounts for subscriptions."""

    def create(self, body: CouponCreate, /, **options: Unpack[Options]) -> Coupon:
        """Create a coupon. A discount for subscriptions: on the first period, on some periods, or on all. Needs the scope `subscriptions:write`."""
        return self._call(CREATE, {}, body, options)

    def list(self, params: CouponListParams | None = None, /, **options: Unpack[Options]) -> Page[Coupon]:
        """List coupons. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    def retrieve(self, coupon_code: str, /, **options: Unpack[Options]) -> Coupon:
        """Retrieve a coupon. Needs the scope `subscriptions:read`."""
        return self._call(RETRIEVE, {"coupon_code": coupon_code}, None, options)

    def stop(self, coupon_code: str, /, **options: Unpack[Options]) -> Coupon:
        """Stop a coupon. Sets `redeem_by` to now, for a code that has leaked: no new subscription can use the coupon. Subscriptions that have it keep their discount. It cannot be started again. Needs the scope `subscriptions:write`."""
        return self._call(STOP, {"coupon_code": coupon_code}, None, options)


class AsyncCouponsResource(AsyncResource):
    """Discounts for subscriptions."""

    async def create(self, body: CouponCreate, /, **options: Unpack[Options]) -> Coupon:
        """Create a coupon. A discount for subscriptions: on the first period, on some periods, or on all. Needs the scope `subscriptions:write`."""
        return await self._call(CREATE, {}, body, options)

    def list(self, params: CouponListParams | None = None, /, **options: Unpack[Options]) -> AsyncList[Coupon]:
        """List coupons. Needs the scope `subscriptions:read`."""
        return self._list(LIST, LIST_PAGES, {}, params or {}, options)

    async def retrieve(self, coupon_code: str, /, **options: Unpack[Options]) -> Coupon:
        """Retrieve a coupon. Needs the scope `subscriptions:read`."""
        return await self._call(RETRIEVE, {"coupon_code": coupon_code}, None, options)

    async def stop(self, coupon_code: str, /, **options: Unpack[Options]) -> Coupon:
        """Stop a coupon. Sets `redeem_by` to now, for a code that has leaked: no new subscription can use the coupon. Subscriptions that have it keep their discount. It cannot be started again. Needs the scope `subscriptions:write`."""
        return await self._call(STOP, {"coupon_code": coupon_code}, None, options)
