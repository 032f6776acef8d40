import type { Services } from '#kernel/context.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { writeToUsers } from './write.ts'

/** An event can be relayed again: its id identifies the mails' occasion. */
export async function reportDisputes(
  services: Services,
  events: readonly RelayedEvent[],
): Promise<void> {
  for (const { merchant_id, event_id, object_id } of events) {
    const facts = { dispute_id: object_id }
    const about = { merchant_id, facts, occasion: event_id }
    await writeToUsers(services, 'disputes:write', 'dispute_opened', about)
  }
}
