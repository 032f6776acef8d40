import { get, post, type Route } from '#http/route.ts'
import type { Kind } from './dimensions.ts'
import { getMetrics } from './get_metrics.ts'
import { getSubscriptionFigures } from './get_subscriptions.ts'
import { Analytics, queries } from './schema.ts'
import { FiguresQuery, SubscriptionFigures } from './subscriptions_schema.ts'

const tag = 'Analytics'

const examples = {
  payment: ['payment_count', 'payment_success_rate', 'payment_processed_amount'],
  refund: ['refund_count', 'refund_success_rate', 'refund_processed_amount'],
  dispute: ['dispute_count', 'total_amount_disputed', 'dispute_rate'],
} as const

function metricsRoute(kind: Kind): Route {
  return post(`/analytics/v1/:scope/metrics/${kind}s`, {
    tag,
    summary: `Query metrics of ${kind}s`,
    about: `Objects count at the time at which they were created. The scope is \`merchant\`, or \`profile\` with the header \`X-Profile-Id\`, or \`org\` for all merchants of an organization, with one of its keys or as its admin. With \`Accept: text/csv\` the answer is \`queryData\` as CSV.`,
    access: 'analytics:read',
    profile: 'optional',
    csv: true,
    body: queries[kind],
    example: {
      timeRange: { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-31T23:59:59.999Z' },
      metrics: [...examples[kind]],
      groupByNames: ['currency'],
      timeSeries: { granularity: 'G_ONE_DAY' },
    },
    answer: Analytics,
    errors: ['IR_01', 'IR_05', 'IR_29'],
    run: (context, { params, body }) =>
      getMetrics(context, kind, params.scope, body) as Promise<Analytics>,
  })
}

export const analyticsRoutes: Route[] = [
  ...(['payment', 'refund', 'dispute'] as const).map(metricsRoute),
  get('/analytics/subscriptions', {
    tag,
    access: 'subscriptions:read',
    summary: 'Retrieve recurring revenue and churn',
    about:
      'Monthly recurring revenue of the subscriptions as they are now, and how many ended in a time: one row for each currency. It is computed when it is asked for.',
    query: FiguresQuery,
    answer: SubscriptionFigures,
    errors: ['IR_04'],
    run: (context, { query }) => getSubscriptionFigures(context, query),
  }),
]
