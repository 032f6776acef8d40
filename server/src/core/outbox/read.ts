// Reads about the relay for other folders.
import type { Services } from '#kernel/context.ts'
import { findRelayBacklog, type RelayBacklog } from './store.ts'

/** Events that wait to be relayed. The count is bounded, so the query costs the same for any backlog. */
export function countRelayBacklog({ db }: Pick<Services, 'db'>): Promise<RelayBacklog> {
  return findRelayBacklog(db)
}
