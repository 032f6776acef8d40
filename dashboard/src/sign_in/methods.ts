import { queryOptions } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'

/** What this deployment offers for signing in. */
export const signInMethods = queryOptions({
  queryKey: ['sign_in_methods'],
  queryFn: () => unwrapAnswer(api.GET('/user/signin/methods')),
  staleTime: Number.POSITIVE_INFINITY,
})
