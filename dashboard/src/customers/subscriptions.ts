import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'
import { profileHeader, profilesQuery } from '../api/profiles.ts'
import { queries } from '../api/queries.ts'
import { useMay, useUser } from '../api/session.ts'

const MAX_ROWS = 100

/** A customer's subscriptions in all profiles; an API list covers one profile. */
export function useSubscriptions(customer_id: string, version: string) {
  const user = useUser()
  const may = useMay()
  const isAllowed = may('subscriptions:read') && may('profiles:read')
  const query = useQuery({
    queryKey: ['subscriptions', 'of', customer_id, version],
    enabled: isAllowed,
    queryFn: async () => {
      const profiles = await queries.ensureQueryData(profilesQuery(user))
      const lists = await Promise.all(
        profiles.map(({ profile_id }) => inProfile(customer_id, profile_id)),
      )
      return { data: lists.flatMap(({ data }) => data) }
    },
  })
  return { isAllowed, query }
}

function inProfile(customer_id: string, profile_id: string) {
  const params = { query: { customer_id, limit: MAX_ROWS }, header: profileHeader(profile_id) }
  return unwrapAnswer(api.GET('/subscriptions/list', { params }))
}
