// Figures about all subscriptions, of the chosen profile or of all.
import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrapAnswer } from '../api/client.ts'

export type SubscriptionFigures = Schemas['SubscriptionFigures']

export function figuresQuery(profile_id?: string) {
  const params = { query: profile_id === undefined ? {} : { profile_id } }
  return queryOptions({
    queryKey: ['subscriptions', 'figures', profile_id ?? ''],
    staleTime: 30_000,
    queryFn: () => unwrapAnswer(api.GET('/analytics/subscriptions', { params })),
  })
}
