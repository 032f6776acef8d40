// Updates the analytics sums, as a worker does within seconds.
import type { Reaction, RelayedEvent } from '#core/outbox/reaction.ts'
import { relayEvents } from '#core/outbox/relay.ts'
import type { Services } from '#kernel/context.ts'
import { countQueued } from '#resources/reporting/analytics/count.ts'
import { queueChanged } from '#resources/reporting/analytics/queue.ts'

const reaction: Reaction = { name: 'analytics', on: 'all', run: queueChanged }

/** Relays the waiting events to the analytics alone, and counts their objects; returns the events. */
export async function catchUp(services: Services): Promise<RelayedEvent[]> {
  const relay = { services, lazyDb: services.db, worker_id: 'catching_up', reactions: [reaction] }
  const all: RelayedEvent[] = []
  for (let events = await relayEvents(relay, 500); events.length > 0; ) {
    all.push(...events)
    events = await relayEvents(relay, 500)
  }
  while ((await countQueued(services)) > 0);
  return all
}
