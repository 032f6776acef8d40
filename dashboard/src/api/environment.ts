import { queryOptions, useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api } from './client.ts'

/** `GET /health` names the deployment's environment. It does not change while the server runs. */
const environmentQuery = queryOptions({
  queryKey: ['environment'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await unwrapAnswer(api.GET('/health'))).environment,
})

/** True in the sandbox, where no real money moves; undefined until it is known, false if it cannot be read. */
export function useIsSandbox(): boolean | undefined {
  const { data, isError } = useQuery(environmentQuery)
  if (isError) return false
  return data === undefined ? undefined : data === 'sandbox'
}
