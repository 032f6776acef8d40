// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** Counts and sums of payments, refunds and disputes. */
export class AnalyticsApi extends Resource {
  /**
   * Query metrics of payments.
   *
   * Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV.
   */
  payments(scope: string, params: AnalyticsPayments, options?: CallOptions): Promise<Analytics> {
    return this.call('POST /analytics/v1/:scope/metrics/payments', [scope], params, options)
  }

  /**
   * Query metrics of payments, as CSV.
   *
   * Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV.
   */
  paymentsCsv(scope: string, params: AnalyticsPayments, options?: CallOptions): Promise<string> {
    return this.call('POST /analytics/v1/:scope/metrics/payments', [scope], params, options, 'csv')
  }

  /**
   * Query metrics of refunds.
   *
   * Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV.
   */
  refunds(scope: string, params: AnalyticsRefunds, options?: CallOptions): Promise<Analytics> {
    return this.call('POST /analytics/v1/:scope/metrics/refunds', [scope], params, options)
  }

  /**
   * Query metrics of refunds, as CSV.
   *
   * Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV.
   */
  refundsCsv(scope: string, params: AnalyticsRefunds, options?: CallOptions): Promise<string> {
    return this.call('POST /analytics/v1/:scope/metrics/refunds', [scope], params, options, 'csv')
  }

  /**
   * Query metrics of disputes.
   *
   * Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV.
   */
  disputes(scope: string, params: AnalyticsDisputes, options?: CallOptions): Promise<Analytics> {
    return this.call('POST /analytics/v1/:scope/metrics/disputes', [scope], params, options)
  }

  /**
   * Query metrics of disputes, as CSV.
   *
   * Objects count at the time at which they were created. The scope is `merchant`, or `profile` with the header `X-Profile-Id`, or `org` for all merchants of an organization, with one of its keys or as its admin. With `Accept: text/csv` the answer is `queryData` as CSV.
   */
  disputesCsv(scope: string, params: AnalyticsDisputes, options?: CallOptions): Promise<string> {
    return this.call('POST /analytics/v1/:scope/metrics/disputes', [scope], params, options, 'csv')
  }

  /**
   * Retrieve recurring revenue and churn.
   *
   * Monthly recurring revenue of the subscriptions as they are now, and how many ended in a time: one row for each currency. It is computed when it is asked for.
   */
  retrieveSubscriptions(params?: AnalyticsRetrieveSubscriptionsParams, options?: CallOptions): Promise<SubscriptionFigures> {
    return this.call('GET /analytics/subscriptions', [], params ?? {}, options)
  }
}

export interface Analytics {
  /** A row for each group and bucket: the values it is grouped by, each metric, `time_bucket` and `time_range` (inclusive) in a time series, `time_bucket_local` (`time_bucket` by the clock of the time zone, with its offset) if the zone is not UTC, `query_index` if the request has several queries. */
  queryData: QueryData[]
  /** An entry for each query: `current_time_range`, `time_zone`, `total_<metric>` (by currency if it is an amount of several currencies), `source`, `is_complete` (false until the objects from before an upgrade or during a rebuild are counted), `lag_seconds` (how old the oldest change is that is not counted yet). */
  metaData: MetaData[]
}

/** One query, or a list of up to 10. */
export type AnalyticsDisputes = AnalyticsDisputesEntry | AnalyticsDisputesEntry[]

export interface AnalyticsDisputesEntry {
  timeRange: TimeRange
  /** Any of `dispute_count`, `dispute_status_metric`, `total_amount_disputed`, `total_dispute_lost_amount`, `dispute_rate`. */
  metrics: string[]
  /** `BATCH`, the default, reads sums that are seconds old; `LIVE` reads every object. */
  source?: 'BATCH' | 'LIVE' | undefined
  /** Adds `<metric>_delta`: the value minus the value in the time of equal length just before. */
  delta?: boolean | undefined
  timeSeries?: TimeSeries | undefined
  /** The IANA time zone in which buckets begin: days at its midnights, so that a day can have 23 or 25 hours. By default the `time_zone` of the merchant. */
  timeZone?: string | undefined
  /** Any of `currency`, `dispute_status`, `dispute_stage`, `reason`, `profile_id`; with the scope `org` also `merchant_id`. */
  groupByNames?: string[] | undefined
  /** Accepted values by name: `currency`, `dispute_status`, `dispute_stage`, `reason`, `profile_id`; with the scope `org` also `merchant_id`. */
  filters?: Record<string, string[]> | undefined
}

/** One query, or a list of up to 10. */
export type AnalyticsPayments = AnalyticsPaymentsEntry | AnalyticsPaymentsEntry[]

export interface AnalyticsPaymentsEntry {
  timeRange: TimeRange
  /** Any of `payment_count`, `payment_success_count`, `payment_failed_count`, `payment_success_rate`, `payment_processed_amount`, `avg_ticket_size`, `retries_count`, `failure_reasons`. */
  metrics: string[]
  /** `BATCH`, the default, reads sums that are seconds old; `LIVE` reads every object. */
  source?: 'BATCH' | 'LIVE' | undefined
  /** Adds `<metric>_delta`: the value minus the value in the time of equal length just before. */
  delta?: boolean | undefined
  timeSeries?: TimeSeries | undefined
  /** The IANA time zone in which buckets begin: days at its midnights, so that a day can have 23 or 25 hours. By default the `time_zone` of the merchant. */
  timeZone?: string | undefined
  /** Any of `currency`, `status`, `payment_method`, `payment_method_type`, `authentication_type`, `card_network`, `profile_id`, `unified_code`, `connector_id`; with the scope `org` also `merchant_id`. */
  groupByNames?: string[] | undefined
  /** Accepted values by name: `currency`, `status`, `payment_method`, `payment_method_type`, `authentication_type`, `card_network`, `profile_id`, `unified_code`, `connector_id`, `customer_id`; with the scope `org` also `merchant_id`. */
  filters?: Record<string, string[]> | undefined
}

/** One query, or a list of up to 10. */
export type AnalyticsRefunds = AnalyticsRefundsEntry | AnalyticsRefundsEntry[]

export interface AnalyticsRefundsEntry {
  timeRange: TimeRange
  /** Any of `refund_count`, `refund_success_count`, `refund_failed_count`, `refund_success_rate`, `refund_processed_amount`. */
  metrics: string[]
  /** `BATCH`, the default, reads sums that are seconds old; `LIVE` reads every object. */
  source?: 'BATCH' | 'LIVE' | undefined
  /** Adds `<metric>_delta`: the value minus the value in the time of equal length just before. */
  delta?: boolean | undefined
  timeSeries?: TimeSeries | undefined
  /** The IANA time zone in which buckets begin: days at its midnights, so that a day can have 23 or 25 hours. By default the `time_zone` of the merchant. */
  timeZone?: string | undefined
  /** Any of `currency`, `refund_status`, `refund_type`, `profile_id`; with the scope `org` also `merchant_id`. */
  groupByNames?: string[] | undefined
  /** Accepted values by name: `currency`, `refund_status`, `refund_type`, `profile_id`; with the scope `org` also `merchant_id`. */
  filters?: Record<string, string[]> | undefined
}

export interface AnalyticsRetrieveSubscriptionsParams {
  /** A profile, or several. By default all. */
  profile_id?: string | string[] | undefined
  /** The beginning of the time in which subscriptions that ended count as churned; ISO 8601. By default 30 days before its end. */
  ended_gte?: string | undefined
  /** The end of that time, inclusive; ISO 8601. By default now. */
  ended_lte?: string | undefined
}

export interface MetaData {
  /** The window of the query. */
  current_time_range?: QueryDataTimeRange
}

export interface QueryData {
  time_range?: QueryDataTimeRange
}

/** The bucket of the row, in a time series. */
export interface QueryDataTimeRange {
  /** The beginning, inclusive, in UTC. */
  start_time: string
  /** The end, inclusive, in UTC. */
  end_time: string
}

export interface SubscriptionFigures {
  /** The time of the figures, in UTC. */
  as_of: string
  /** The beginning of the time that churn is counted in, in UTC. */
  ended_gte: string
  /** The end of the time that churn is counted in, in UTC. */
  ended_lte: string
  /** False if there are more subscriptions than the 100000 that one request reads; then every figure is a lower bound. */
  is_complete: boolean
  /** One for each currency, by its code. Currencies are never added up. */
  currencies: SubscriptionFiguresCurrency[]
  /** The 1000 prices with the most subscriptions that count. */
  prices: SubscriptionFiguresPrice[]
}

export interface SubscriptionFiguresCurrency {
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** Monthly recurring revenue: what the subscriptions that count bring for a month, less their coupons, in the lowest unit. */
  mrr: number
  /** The part of `mrr` from subscriptions in `unpaid`. */
  mrr_unpaid: number
  /** The subscriptions that count into `mrr`. */
  subscriptions: number
  /** Subscriptions in their trial, which do not count. */
  in_trial: number
  /** Subscriptions that were paused after their trial, which do not count. */
  paused: number
  /** Subscriptions that had started before `ended_gte`, and had not ended then. */
  at_start: number
  /** Those of them that ended between `ended_gte` and `ended_lte`. */
  churned: number
  /** `churned` in percent of `at_start`, to two decimals; null if there were none or the figures are not complete. */
  churn_rate: number | null
  /** What those that churned brought for a month in their last period. */
  mrr_churned: number
}

export interface SubscriptionFiguresPrice {
  /** The id of the price, which also determines the plan. */
  item_price_id: string
  /** The id of the plan: the one that you chose, or a generated one. */
  plan_id: string
  /** The subscriptions that count into `mrr`. */
  subscriptions: number
}

/** The window: objects that were created in it count. */
export interface TimeRange {
  /** The beginning, inclusive; ISO 8601. */
  startTime: string
  /** The end, inclusive; ISO 8601. By default now. */
  endTime?: string | undefined
}

/** A row for each bucket of time, instead of one for the whole window. */
export interface TimeSeries {
  /** A week starts on Monday. At most 2000 buckets. */
  granularity: 'G_ONE_MIN' | 'G_ONEMIN' | 'G_FIVE_MIN' | 'G_FIVEMIN' | 'G_FIFTEEN_MIN' | 'G_FIFTEENMIN' | 'G_THIRTY_MIN' | 'G_THIRTYMIN' | 'G_ONE_HOUR' | 'G_ONEHOUR' | 'G_ONE_DAY' | 'G_ONEDAY' | 'G_ONE_WEEK' | 'G_ONEWEEK' | 'G_ONE_MONTH' | 'G_ONEMONTH'
}
