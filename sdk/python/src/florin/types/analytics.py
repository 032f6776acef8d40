# Generated from the route table by `npm run sdk:python`. Do not edit.

from __future__ import annotations

from typing import Literal, TypeAlias
from .._typing import NotRequired, TypedDict


AnalyticsDisputes: TypeAlias = 'AnalyticsDisputesEntry | list[AnalyticsDisputesEntry]'
"""One query, or a list of up to 10."""


AnalyticsPayments: TypeAlias = 'AnalyticsPaymentsEntry | list[AnalyticsPaymentsEntry]'
"""One query, or a list of up to 10."""


AnalyticsRefunds: TypeAlias = 'AnalyticsRefundsEntry | list[AnalyticsRefundsEntry]'
"""One query, or a list of up to 10."""


class Analytics(TypedDict):
    queryData: list[QueryData]
    """A row for each group and bucket: the values it is grouped by, each metric, `time_bucket` and `time_range` (inclusive) in a time series, `time_bucket_local` (`time_bucket` by the clock of the time zone, with its offset) if the zone is not UTC, `query_index` if the request has several queries."""
    metaData: list[MetaData]
    """An entry for each query: `current_time_range`, `time_zone`, `total_<metric>` (by currency if it is an amount of several currencies), `source`, `is_complete` (false until the objects from before an upgrade or during a rebuild are counted), `lag_seconds` (how old the oldest change is that is not counted yet)."""


class AnalyticsDisputesEntry(TypedDict):
    timeRange: TimeRange
    """The window: objects that were created in it count."""
    metrics: list[str]
    """Any of `dispute_count`, `dispute_status_metric`, `total_amount_disputed`, `total_dispute_lost_amount`, `dispute_rate`."""
    source: NotRequired[Literal["BATCH", "LIVE"]]
    """`BATCH`, the default, reads sums that are seconds old; `LIVE` reads every object."""
    delta: NotRequired[bool]
    """Adds `<metric>_delta`: the value minus the value in the time of equal length just before."""
    timeSeries: NotRequired[TimeSeries]
    """A row for each bucket of time, instead of one for the whole window."""
    timeZone: NotRequired[str]
    """The IANA time zone in which buckets begin: days at its midnights, so that a day can have 23 or 25 hours. By default the `time_zone` of the merchant."""
    groupByNames: NotRequired[list[str]]
    """Any of `currency`, `dispute_status`, `dispute_stage`, `reason`, `profile_id`; with the scope `org` also `merchant_id`."""
    filters: NotRequired[dict[str, list[str]]]
    """Accepted values by name: `currency`, `dispute_status`, `dispute_stage`, `reason`, `profile_id`; with the scope `org` also `merchant_id`."""


class AnalyticsPaymentsEntry(TypedDict):
    timeRange: TimeRange
    """The window: objects that were created in it count."""
    metrics: list[str]
    """Any of `payment_count`, `payment_success_count`, `payment_failed_count`, `payment_success_rate`, `payment_processed_amount`, `avg_ticket_size`, `retries_count`, `failure_reasons`."""
    source: NotRequired[Literal["BATCH", "LIVE"]]
    """`BATCH`, the default, reads sums that are seconds old; `LIVE` reads every object."""
    delta: NotRequired[bool]
    """Adds `<metric>_delta`: the value minus the value in the time of equal length just before."""
    timeSeries: NotRequired[TimeSeries]
    """A row for each bucket of time, instead of one for the whole window."""
    timeZone: NotRequired[str]
    """The IANA time zone in which buckets begin: days at its midnights, so that a day can have 23 or 25 hours. By default the `time_zone` of the merchant."""
    groupByNames: NotRequired[list[str]]
    """Any of `currency`, `status`, `payment_method`, `payment_method_type`, `authentication_type`, `card_network`, `profile_id`, `unified_code`, `connector_id`; with the scope `org` also `merchant_id`."""
    filters: NotRequired[dict[str, list[str]]]
    """Accepted values by name: `currency`, `status`, `payment_method`, `payment_method_type`, `authentication_type`, `card_network`, `profile_id`, `unified_code`, `connector_id`, `customer_id`; with the scope `org` also `merchant_id`."""


class AnalyticsRefundsEntry(TypedDict):
    timeRange: TimeRange
    """The window: objects that were created in it count."""
    metrics: list[str]
    """Any of `refund_count`, `refund_success_count`, `refund_failed_count`, `refund_success_rate`, `refund_processed_amount`."""
    source: NotRequired[Literal["BATCH", "LIVE"]]
    """`BATCH`, the default, reads sums that are seconds old; `LIVE` reads every object."""
    delta: NotRequired[bool]
    """Adds `<metric>_delta`: the value minus the value in the time of equal length just before."""
    timeSeries: NotRequired[TimeSeries]
    """A row for each bucket of time, instead of one for the whole window."""
    timeZone: NotRequired[str]
    """The IANA time zone in which buckets begin: days at its midnights, so that a day can have 23 or 25 hours. By default the `time_zone` of the merchant."""
    groupByNames: NotRequired[list[str]]
    """Any of `currency`, `refund_status`, `refund_type`, `profile_id`; with the scope `org` also `merchant_id`."""
    filters: NotRequired[dict[str, list[str]]]
    """Accepted values by name: `currency`, `refund_status`, `refund_type`, `profile_id`; with the scope `org` also `merchant_id`."""


class AnalyticsRetrieveSubscriptionsParams(TypedDict, total=False):
    profile_id: str | list[str]
    """A profile, or several. By default all."""
    ended_gte: str
    """The beginning of the time in which subscriptions that ended count as churned; ISO 8601. By default 30 days before its end."""
    ended_lte: str
    """The end of that time, inclusive; ISO 8601. By default now."""


class MetaData(TypedDict, total=False):
    current_time_range: QueryDataTimeRange
    """The window of the query."""


class QueryData(TypedDict, total=False):
    time_range: QueryDataTimeRange
    """The bucket of the row, in a time series."""


class QueryDataTimeRange(TypedDict):
    """The bucket of the row, in a time series."""
    start_time: str
    """The beginning, inclusive, in UTC."""
    end_time: str
    """The end, inclusive, in UTC."""


class SubscriptionFigures(TypedDict):
    as_of: str
    """The time of the figures, in UTC."""
    ended_gte: str
    """The beginning of the time that churn is counted in, in UTC."""
    ended_lte: str
    """The end of the time that churn is counted in, in UTC."""
    is_complete: bool
    """False if there are more subscriptions than the 100000 that one request reads; then every figure is a lower bound."""
    currencies: list[SubscriptionFiguresCurrency]
    """One for each currency, by its code. Currencies are never added up."""
    prices: list[SubscriptionFiguresPrice]
    """The 1000 prices with the most subscriptions that count."""


class SubscriptionFiguresCurrency(TypedDict):
    currency: str
    """The three-letter ISO 4217 code of the currency, in upper case."""
    mrr: int
    """Monthly recurring revenue: what the subscriptions that count bring for a month, less their coupons, in the lowest unit."""
    mrr_unpaid: int
    """The part of `mrr` from subscriptions in `unpaid`."""
    subscriptions: int
    """The subscriptions that count into `mrr`."""
    in_trial: int
    """Subscriptions in their trial, which do not count."""
    paused: int
    """Subscriptions that were paused after their trial, which do not count."""
    at_start: int
    """Subscriptions that had started before `ended_gte`, and had not ended then."""
    churned: int
    """Those of them that ended between `ended_gte` and `ended_lte`."""
    churn_rate: float | None
    """`churned` in percent of `at_start`, to two decimals; null if there were none or the figures are not complete."""
    mrr_churned: int
    """What those that churned brought for a month in their last period."""


class SubscriptionFiguresPrice(TypedDict):
    item_price_id: str
    """The id of the price, which also determines the plan."""
    plan_id: str
    """The id of the plan: the one that you chose, or a generated one."""
    subscriptions: int
    """The subscriptions that count into `mrr`."""


class TimeRange(TypedDict):
    """The window: objects that were created in it count."""
    startTime: str
    """The beginning, inclusive; ISO 8601."""
    endTime: NotRequired[str]
    """The end, inclusive; ISO 8601. By default now."""


class TimeSeries(TypedDict):
    """A row for each bucket of time, instead of one for the whole window."""
    granularity: Literal["G_ONE_MIN", "G_ONEMIN", "G_FIVE_MIN", "G_FIVEMIN", "G_FIFTEEN_MIN", "G_FIFTEENMIN", "G_THIRTY_MIN", "G_THIRTYMIN", "G_ONE_HOUR", "G_ONEHOUR", "G_ONE_DAY", "G_ONEDAY", "G_ONE_WEEK", "G_ONEWEEK", "G_ONE_MONTH", "G_ONEMONTH"]
    """A week starts on Monday. At most 2000 buckets."""
