import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'

/** What this deployment offers for signing in. */
export const signInMethods = queryOptions({
  queryKey: ['sign-in methods'],
  queryFn: () => answerOf(api.GET('/user/signin/methods')),
  staleTime: Number.POSITIVE_INFINITY,
})
