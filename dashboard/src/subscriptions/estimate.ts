import { queryOptions } from '@tanstack/react-query'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import type { Subscription } from './words.ts'

export type Estimate = Schemas['SubscriptionEstimate']

interface Asked {
  readonly item_price_id: string
  readonly coupon_code?: string
  readonly customer_id?: string
}

/** A new subscription's first invoice. Nothing is created. */
export async function readEstimate(query: Asked, profile_id?: string): Promise<Estimate> {
  const params = { query, header: profileHeader(profile_id) }
  return (await unwrapAnswer(api.GET('/subscriptions/estimate', { params }))) as Estimate
}

type ActionBody = Schemas['EstimateChangeOfSubscriptionRequest']

/** The invoices, credit and charge that an action on a subscription would make now. Nothing is created. */
export function actionEstimateQuery(
  { id, profile_id, modified_at }: Subscription,
  body: ActionBody,
  enabled = true,
) {
  const params = { path: { subscription_id: id }, header: { 'X-Profile-Id': profile_id } }
  return queryOptions({
    queryKey: ['subscriptions', 'estimate', id, modified_at, body],
    enabled,
    retry: false,
    gcTime: 0,
    queryFn: () =>
      unwrapAnswer(api.POST('/subscriptions/{subscription_id}/estimate', { params, body })),
  })
}
