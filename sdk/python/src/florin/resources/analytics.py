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
        Analytics,
        AnalyticsDisputes,
        AnalyticsPayments,
        AnalyticsRefunds,
        AnalyticsRetrieveSubscriptionsParams,
        SubscriptionFigures,
    )

PAYMENTS = Operation("analytics.payments", "POST", "/analytics/v1/{scope}/metrics/payments")
PAYMENTS_CSV = Operation("analytics.payments", "POST", "/analytics/v1/{scope}/metrics/payments", accept="text/csv")
REFUNDS = Operation("analytics.refunds", "POST", "/analytics/v1/{scope}/metrics/refunds")
REFUNDS_CSV = Operation("analytics.refunds", "POST", "/analytics/v1/{scope}/metrics/refunds", accept="text/csv")
DISPUTES = Operation("analytics.disputes", "POST", "/analytics/v1/{scope}/metrics/disputes")
DISPUTES_CSV = Operation("analytics.disputes", "POST", "/analytics/v1/{scope}/metrics/disputes", accept="text/csv")
RETRIEVE_SUBSCRIPTIONS = Operation("analytics.retrieve_subscriptions", "GET", "/analytics/subscriptions")


class AnalyticsResource(Resource):
    """Counts and sums of payments, refunds and disputes."""

    def payments(self, scope: str, body: AnalyticsPayments, /, **options: Unpack[Options]) -> Analytics:
        """Query metrics of payments. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return self._call(PAYMENTS, {"scope": scope}, body, options)

    def payments_csv(self, scope: str, body: AnalyticsPayments, /, **options: Unpack[Options]) -> str:
        """Query metrics of payments. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return self._call(PAYMENTS_CSV, {"scope": scope}, body, options)

    def refunds(self, scope: str, body: AnalyticsRefunds, /, **options: Unpack[Options]) -> Analytics:
        """Query metrics of refunds. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return self._call(REFUNDS, {"scope": scope}, body, options)

    def refunds_csv(self, scope: str, body: AnalyticsRefunds, /, **options: Unpack[Options]) -> str:
        """Query metrics of refunds. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return self._call(REFUNDS_CSV, {"scope": scope}, body, options)

    def disputes(self, scope: str, body: AnalyticsDisputes, /, **options: Unpack[Options]) -> Analytics:
        """Query metrics of disputes. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return self._call(DISPUTES, {"scope": scope}, body, options)

    def disputes_csv(self, scope: str, body: AnalyticsDisputes, /, **options: Unpack[Options]) -> str:
        """Query metrics of disputes. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return self._call(DISPUTES_CSV, {"scope": scope}, body, options)

    def retrieve_subscriptions(self, params: AnalyticsRetrieveSubscriptionsParams | None = None, /, **options: Unpack[Options]) -> SubscriptionFigures:
        """Retrieve recurring revenue and churn. Monthly recurring revenue of the subscriptions as they are now, and how many ended in a time: one row for each currency. It is computed when it is asked for. Needs the scope `subscriptions:read`."""
        return self._call(RETRIEVE_SUBSCRIPTIONS, {}, params or {}, options)


class AsyncAnalyticsResource(AsyncResource):
    """Counts and sums of payments, refunds and disputes."""

    async def payments(self, scope: str, body: AnalyticsPayments, /, **options: Unpack[Options]) -> Analytics:
        """Query metrics of payments. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return await self._call(PAYMENTS, {"scope": scope}, body, options)

    async def payments_csv(self, scope: str, body: AnalyticsPayments, /, **options: Unpack[Options]) -> str:
        """Query metrics of payments. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return await self._call(PAYMENTS_CSV, {"scope": scope}, body, options)

    async def refunds(self, scope: str, body: AnalyticsRefunds, /, **options: Unpack[Options]) -> Analytics:
        """Query metrics of refunds. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return await self._call(REFUNDS, {"scope": scope}, body, options)

    async def refunds_csv(self, scope: str, body: AnalyticsRefunds, /, **options: Unpack[Options]) -> str:
        """Query metrics of refunds. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return await self._call(REFUNDS_CSV, {"scope": scope}, body, options)

    async def disputes(self, scope: str, body: AnalyticsDisputes, /, **options: Unpack[Options]) -> Analytics:
        """Query metrics of disputes. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return await self._call(DISPUTES, {"scope": scope}, body, options)

    async def disputes_csv(self, scope: str, body: AnalyticsDisputes, /, **options: Unpack[Options]) -> str:
        """Query metrics of disputes. Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV. Needs the scope `analytics:read`."""
        return await self._call(DISPUTES_CSV, {"scope": scope}, body, options)

    async def retrieve_subscriptions(self, params: AnalyticsRetrieveSubscriptionsParams | None = None, /, **options: Unpack[Options]) -> SubscriptionFigures:
        """Retrieve recurring revenue and churn. Monthly recurring revenue of the subscriptions as they are now, and how many ended in a time: one row for each currency. It is computed when it is asked for. Needs the scope `subscriptions:read`."""
        return await self._call(RETRIEVE_SUBSCRIPTIONS, {}, params or {}, options)
