// The same queries for Home's list and for the counters in the navigation, so that the two agree.
import { useQueries } from '@tanstack/react-query'
import { useMay, useUser } from '../api/session.ts'
import type { Source } from './sources.ts'

const STALE_MS = 30_000

/** The sources that the role may read, and what each has found. */
export function useReadSources(
  wanted: readonly Source[],
  now: Date | undefined,
  refetchInterval: number | false = false,
) {
  const may = useMay()
  const { merchant_id, user_id } = useUser()
  const allowed = wanted.filter(({ scope }) => may(scope))
  const results = useQueries({
    queries: allowed.map(({ name, read }) => ({
      queryKey: ['attention', name, merchant_id, now?.toISOString().slice(0, 10)],
      enabled: now !== undefined && merchant_id !== null,
      staleTime: STALE_MS,
      refetchInterval,
      queryFn: () => read({ merchant_id: merchant_id ?? '', user_id, now: now ?? new Date() }),
    })),
  })
  return { allowed, results }
}
