import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { answerOf, api, ApiError, type Schemas, standing } from './client.ts'

export type User = Schemas['CurrentUser']

/** Who has signed in, or null. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  staleTime: 60_000,
  queryFn: async (): Promise<User | null> => {
    try {
      const user = await answerOf(api.GET('/user'))
      standing.csrf_token = user.csrf_token
      return user
    } catch (error) {
      if (error instanceof ApiError && error.isSignedOut) return null
      throw error
    }
  },
})

/** Inside the frame, which is only shown to a person who has signed in. */
export function useUser(): User {
  const { data } = useSuspenseQuery(userQuery)
  if (data === null) throw new ApiError(401, { message: 'The session has ended. Sign in again.' })
  return data
}

/** Whether the person's role has the scope: what it does not have is not offered. A `:write` includes its `:read`. */
export function useMay(): (scope: string) => boolean {
  const { data } = useQuery(userQuery)
  const scopes = new Set(data?.scopes)
  return (scope) => ['*', scope, scope.replace(/:read$/, ':write')].some((held) => scopes.has(held))
}
