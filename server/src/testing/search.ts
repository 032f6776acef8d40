// Updates the terms of the search, as a worker does within seconds.
import type { Reaction } from '#core/outbox/reaction.ts'
import { relayEvents } from '#core/outbox/relay.ts'
import type { Services } from '#kernel/context.ts'
import { announcing, indexQueued, queueAnnounced } from '#resources/reporting/search/queue.ts'

const reaction: Reaction = { name: 'search', on: announcing, run: queueAnnounced }

/** Relays the waiting events to the search alone, and makes the terms of their objects. */
export async function indexNow(services: Services): Promise<void> {
  const relay = { services, lazyDb: services.db, worker_id: 'indexing', reactions: [reaction] }
  while ((await relayEvents(relay, 500)).length > 0);
  while ((await indexQueued(services)) > 0);
}
