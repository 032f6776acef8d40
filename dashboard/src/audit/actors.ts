import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import { type TeamUser, useUsers } from '../team/users.ts'
import { actorNames, type Entry } from './words.ts'

type Key = Schemas['ApiKey']

export interface Actors {
  readonly users: readonly TeamUser[]
  readonly keys: readonly Key[]
  /** The person's or key's name, or the actor kind. */
  nameOf: (entry: Entry) => string
}

const MOST_KEYS = 100

/** The possible actors. */
export function useActors(): Actors {
  const { merchant_id } = useUser()
  const users = useUsers()
  const { data: keys = [] } = useQuery({
    queryKey: ['api_keys', 'names', merchant_id],
    enabled: merchant_id !== null,
    queryFn: async () => {
      const params = { path: { merchant_id: merchant_id ?? '' }, query: { limit: MOST_KEYS } }
      return unwrapAnswer(api.GET('/api_keys/{merchant_id}/list', { params }))
    },
  })
  const names = new Map(keys.map(({ key_id, name }) => [key_id, name]))
  return {
    users: [...users.values()],
    keys,
    nameOf({ actor, user_id, key_id }) {
      const user = users.get(user_id ?? '')
      const kind = actorNames[actor] ?? actor
      return user?.name ?? user?.email ?? names.get(key_id ?? '') ?? user_id ?? key_id ?? kind
    },
  }
}
