import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'
import { profileHeader, profilesQuery } from '../api/profiles.ts'
import { queries } from '../api/queries.ts'
import { useMay, useUser } from '../api/session.ts'

const MAX_ROWS = 100

/** A customer's subscriptions in all profiles: the API lists one profile unless others are named. */
export function useSubscriptions(customer_id: string, version: string) {
  const user = useUser()
  const may = useMay()
  const isAllowed = may('subscriptions:read') && may('profiles:read')
  const query = useQuery({
    queryKey: ['subscriptions', 'of', customer_id, version],
    enabled: isAllowed,
    queryFn: async () => {
      const profiles = await queries.ensureQueryData(profilesQuery(user))
      const profile_id = profiles.map((each) => each.profile_id).join(',')
      const query = { customer_id, limit: MAX_ROWS, profile_id }
      const params = { query, header: profileHeader() }
      return unwrapAnswer(api.GET('/subscriptions/list', { params }))
    },
  })
  return { isAllowed, query }
}
