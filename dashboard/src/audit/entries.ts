import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import type { Entry } from './words.ts'

const MOST = 100

export interface Entries {
  /** By event. */
  readonly entries: ReadonlyMap<string | null, Entry>
  /** The entry about the object's creation, if it is among those that were read. */
  readonly created: Entry | undefined
}

/** An object's entries in the audit trail, read again with each version. Empty for a role that may not read them. */
export function useEntries(object_id: string, version: string): Entries {
  const { data } = useQuery({
    queryKey: ['audit', 'object', object_id, version],
    enabled: useMay()('api_keys:read'),
    queryFn: () =>
      unwrapAnswer(api.GET('/audit', { params: { query: { object_id, limit: MOST } } })),
  })
  const all = data?.data ?? []
  return {
    entries: new Map(all.map((entry) => [entry.event_id, entry])),
    created: data?.has_more === false ? all.at(-1) : undefined,
  }
}
