// API schemas for the figures about all subscriptions.
import { type Static, Type } from 'typebox'
import { answer, described, MomentText, nullable, strict, Timestamp } from '#http/fields.ts'
import { oneOrMany } from '#http/lists.ts'
import { MAX_FIGURE_PRICES, MAX_FIGURED } from './subscriptions_store.ts'

export const figureFilters = { profile_id: oneOrMany('A profile, or several. By default all.') }

export const FiguresQuery = strict({
  profile_id: Type.Optional(figureFilters.profile_id.schema),
  ended_gte: Type.Optional(
    described(
      MomentText,
      'The beginning of the time in which subscriptions that ended count as churned; ISO 8601. By default 30 days before its end.',
    ),
  ),
  ended_lte: Type.Optional(
    described(MomentText, 'The end of that time, inclusive; ISO 8601. By default now.'),
  ),
})
export type FiguresQuery = Static<typeof FiguresQuery>

const CurrencyFigures = Type.Object({
  currency: Type.String(),
  mrr: Type.Integer({
    description:
      'Monthly recurring revenue: what the subscriptions that count bring for a month, less their coupons, in the lowest unit.',
  }),
  mrr_unpaid: Type.Integer({
    description: 'The part of `mrr` from subscriptions in `unpaid`.',
  }),
  subscriptions: Type.Integer({ description: 'The subscriptions that count into `mrr`.' }),
  in_trial: Type.Integer({ description: 'Subscriptions in their trial, which do not count.' }),
  paused: Type.Integer({
    description: 'Subscriptions that were paused after their trial, which do not count.',
  }),
  at_start: Type.Integer({
    description: 'Subscriptions that had started before `ended_gte`, and had not ended then.',
  }),
  churned: Type.Integer({
    description: 'Those of them that ended between `ended_gte` and `ended_lte`.',
  }),
  churn_rate: nullable(
    Type.Number({
      description:
        '`churned` in percent of `at_start`, to two decimals; null if there were none or the figures are not complete.',
    }),
  ),
  mrr_churned: Type.Integer({
    description: 'What those that churned brought for a month in their last period.',
  }),
})
export type CurrencyFigures = Static<typeof CurrencyFigures>

export const SubscriptionFigures = answer('SubscriptionFigures', {
  as_of: described(Timestamp, 'The time of the figures, in UTC.'),
  ended_gte: described(Timestamp, 'The beginning of the time that churn is counted in, in UTC.'),
  ended_lte: described(Timestamp, 'The end of the time that churn is counted in, in UTC.'),
  is_complete: Type.Boolean({
    description: `False if there are more subscriptions than the ${MAX_FIGURED} that one request reads; then every figure is a lower bound.`,
  }),
  currencies: Type.Array(CurrencyFigures, {
    description: 'One for each currency, by its code. Currencies are never added up.',
  }),
  prices: Type.Array(
    Type.Object({
      item_price_id: Type.String(),
      plan_id: Type.String(),
      subscriptions: Type.Integer({ description: 'The subscriptions that count into `mrr`.' }),
    }),
    { description: `The ${MAX_FIGURE_PRICES} prices with the most subscriptions that count.` },
  ),
})
export type SubscriptionFigures = Static<typeof SubscriptionFigures>
