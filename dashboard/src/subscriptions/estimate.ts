import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'

export type Estimate = Schemas['SubscriptionEstimate']

interface Asked {
  readonly item_price_id: string
  readonly coupon_code?: string
  readonly customer_id?: string
}

/** The first invoice of a new subscription. Nothing is created. */
export async function readEstimate(query: Asked, profile_id?: string): Promise<Estimate> {
  const params = { query, header: profileHeader(profile_id) }
  return (await unwrapAnswer(api.GET('/subscriptions/estimate', { params }))) as Estimate
}
