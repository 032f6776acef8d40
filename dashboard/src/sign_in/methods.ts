import { queryOptions } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'

/** The sign-in methods that this deployment offers. */
export const signInMethods = queryOptions({
  queryKey: ['sign_in_methods'],
  queryFn: () => unwrapAnswer(api.GET('/user/signin/methods')),
  staleTime: Number.POSITIVE_INFINITY,
})
