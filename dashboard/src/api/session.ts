import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { adoptPreferences } from './preferences.ts'
import { unwrapAnswer, api, ApiError, type Schemas, standing } from './client.ts'

export type User = Schemas['CurrentUser']

/** The signed-in user, or null. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  staleTime: 60_000,
  queryFn: async ({ client }): Promise<User | null> => {
    try {
      const user = await unwrapAnswer(api.GET('/user'))
      standing.csrf_token = user.csrf_token
      handOver(client, user.user_id)
      followMerchant(user)
      if (!user.two_factor_required)
        adoptPreferences(user.user_id, user.merchant_id, user.preferences)
      return user
    } catch (error) {
      if (error instanceof ApiError && error.isSignedOut) return null
      throw error
    }
  },
})

const OWNER = 'florin.owner'
let owner: string | undefined

/** Nothing that one person has read or typed in a tab stays for the next one who signs in there. */
function handOver(client: QueryClient, user_id: string): void {
  if (owner !== undefined && owner !== user_id) {
    delete standing.profile_id
    delete standing.default_profile_id
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
  }
  owner = user_id
  try {
    // Drafts, which survive a reload.
    if (sessionStorage.getItem(OWNER) !== user_id) sessionStorage.clear()
    sessionStorage.setItem(OWNER, user_id)
  } catch {
    // The storage is full or switched off.
  }
}

/** Another tab has switched the session: what this page shows, and a form in it, is about the merchant from before. */
function followMerchant({ merchant_id, two_factor_required }: User): void {
  if (two_factor_required) return
  const { merchant_id: before = merchant_id } = standing
  standing.merchant_id = merchant_id
  if (before !== merchant_id) location.reload()
}

/** Inside the frame, which is only shown to a person who has signed in. */
export function useUser(): User {
  const { data } = useSuspenseQuery(userQuery)
  if (data === null) throw new ApiError(401, { message: 'The session has ended. Sign in again.' })
  return data
}

/** True if the person's role has the scope; an action without it is not offered. A `:write` includes its `:read`. */
export function useMay(): (scope: string) => boolean {
  const { data } = useQuery(userQuery)
  const scopes = new Set(data?.scopes)
  return (scope) => ['*', scope, scope.replace(/:read$/, ':write')].some((held) => scopes.has(held))
}
