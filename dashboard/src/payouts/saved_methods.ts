// A customer's saved payout methods. The API has no list, so they come from the latest payouts.
import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'
import { describeMethod } from './words.ts'

export interface SavedMethod {
  readonly value: string
  readonly label: string
}

export function useSavedMethods(customer_id: string): readonly SavedMethod[] {
  const { data = [] } = useQuery({
    queryKey: ['payouts', 'saved_methods', customer_id],
    enabled: customer_id !== '',
    queryFn: async () => {
      const query = { customer_id, limit: 100 }
      const { data } = await unwrapAnswer(api.GET('/payouts/list', { params: { query } }))
      const saved = data.flatMap((payout) =>
        payout.payout_method_id === null
          ? []
          : [[payout.payout_method_id, describeMethod(payout)] as const],
      )
      return [...new Map(saved)].map(([value, label]) => ({ value, label }))
    },
  })
  return data
}
