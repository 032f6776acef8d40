import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './client.ts'
import { type Resource, takeChanged } from './resources.ts'
import { userQuery } from './session.ts'

const MAX_RETRIES = 3

/** Reads are retried when the server could not answer; a refusal stays one. Actions are never repeated by themselves. */
function shouldRetry(failures: number, error: Error): boolean {
  const isTransient = error instanceof ApiError && (error.status === 0 || error.status >= 500)
  return isTransient && failures < MAX_RETRIES
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // The session ended while the page was open: the frame then shows the sign-in page, and returns here.
    onError(error, { queryKey }) {
      const isAboutUser = queryKey[0] === userQuery.queryKey[0]
      if (error instanceof ApiError && error.isSignedOut && !isAboutUser) {
        queries.setQueryData(userQuery.queryKey, null)
      }
    },
  }),
  defaultOptions: {
    // Without a connection a request fails and says so, instead of waiting. Reads are repeated when it is back.
    queries: {
      retry: shouldRetry,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Reads again what the requests since the last call may have changed. */
export async function refetchChanged(): Promise<void> {
  const changed = takeChanged()
  const isChanged = (resource: Resource) => changed === undefined || changed.has(resource)
  await queries.invalidateQueries({ predicate: ({ queryKey }) => isChanged(queryKey[0]) })
}
