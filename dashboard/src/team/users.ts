// The merchant's users. The API has pages by offset; a merchant has at most 1,000 users, so all are read.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import type { Words } from '../lib/status.tsx'

export type TeamUser = Schemas['TeamUser']

const PAGE = 100

export const usersQuery = queryOptions({
  queryKey: ['team'],
  queryFn: async (): Promise<TeamUser[]> => {
    const all: TeamUser[] = []
    for (;;) {
      const query = { limit: PAGE, offset: all.length }
      const page = await unwrapAnswer(api.GET('/user/user/list', { params: { query } }))
      all.push(...page)
      if (page.length < PAGE) return all
    }
  },
})

/** By id, for pages that name users; empty if the role may not read them. */
export function useUsers(): ReadonlyMap<string, TeamUser> {
  const isAllowed = useMay()('users:read')
  const { data = [] } = useQuery({ ...usersQuery, enabled: isAllowed })
  return new Map(data.map((user) => [user.user_id, user]))
}

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: () => unwrapAnswer(api.GET('/user/role/list')),
})

export const settingsQuery = queryOptions({
  queryKey: ['team', 'settings'],
  queryFn: () => unwrapAnswer(api.GET('/user/team_settings')),
})

/** A user may have left the team since. The team is unknown to some roles, and while it is read. */
export function useUserName(): (user_id: string) => string {
  const users = useUsers()
  const unknown = users.size > 0 ? 'Former member' : 'Colleague'
  return (user_id) => {
    const user = users.get(user_id)
    return user === undefined ? unknown : (user.name ?? user.email)
  }
}

/** The roles that the person may grant, including the organization's. */
export const grantableQuery = queryOptions({
  queryKey: ['roles', 'invite'],
  queryFn: async (): Promise<Schemas['InvitableRole'][]> => {
    const kinds = ['merchant', 'organization'] as const
    const lists = await Promise.all(
      kinds.map((entity_type) =>
        unwrapAnswer(api.GET('/user/role/list/invite', { params: { query: { entity_type } } })),
      ),
    )
    return lists.flat()
  },
})

export const userWords: Words = {
  active: ['ok', 'Active'],
  invitation_sent: ['info', 'Invited'],
  invitation_expired: ['warn', 'Invitation expired'],
}

export function shownStatus({ status, invitation_expired }: TeamUser): string {
  return invitation_expired === true ? 'invitation_expired' : status
}
