import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import { rolesQuery, type TeamUser, useUsers } from '../team/users.ts'
import { actorNames, type Entry } from './words.ts'

type Key = Schemas['ApiKey']

export interface Actors {
  readonly users: readonly TeamUser[]
  readonly keys: readonly Key[]
  /** The person's or key's name, or the actor kind. */
  nameOf: (entry: Entry) => string
  /** Of people, keys and roles, by their ids. */
  readonly names: ReadonlyMap<string, string>
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
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: useMay()('users:read') })
  const names = new Map([
    ...[...users.values()].map(({ user_id, name, email }) => [user_id, name ?? email] as const),
    ...keys.map(({ key_id, name }) => [key_id, name] as const),
    ...roles.map(({ role_id, role_name }) => [role_id, role_name] as const),
  ])
  return {
    names,
    users: [...users.values()],
    keys,
    nameOf({ actor, user_id, key_id }) {
      const id = user_id ?? key_id
      const name = names.get(id ?? '') ?? id ?? actorNames[actor] ?? actor
      return actor === 'agent' ? `${name} (agent)` : name
    },
  }
}
