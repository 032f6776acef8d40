import type { Services } from '#kernel/context.ts'
import { type RelayBacklog, relayBacklog } from './store.ts'

export type { RelayBacklog }

/** What waits to be relayed; what it costs to ask does not depend on how much that is. */
export function countRelayBacklog({ db }: Pick<Services, 'db'>): Promise<RelayBacklog> {
  return relayBacklog(db)
}
