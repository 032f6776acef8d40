import type { Services } from '#kernel/context.ts'
import { webhookSettings } from '#resources/profiles/webhook_settings.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { type EndpointKey, insertDeliveries, wakeEndpoints } from './store.ts'
import { skipReason } from './wanted.ts'

/**
 * Gives every event its delivery, as its profile wants it at this moment. What is not wanted is skipped,
 * and on record as such: who asks why nothing came finds the reason.
 */
export async function enqueueDeliveries(
  services: Pick<Services, 'db' | 'clock'>,
  events: readonly RelayedEvent[],
): Promise<void> {
  const now = services.clock.now()
  const profiles = [...new Map(events.map((event) => [nameOf(event), event])).values()]
  const found = await webhookSettings(services, profiles)
  const settings = new Map(found.map((each) => [nameOf(each), each.webhook_details]))
  const rows = events.map(({ merchant_id, event_id, profile_id, event_type, created }) => {
    const reason = skipReason(settings.get(nameOf({ merchant_id, profile_id })), event_type) ?? null
    return { merchant_id, event_id, profile_id, created, reason }
  })
  await insertDeliveries(services.db, rows, now)
  const pending = rows.filter((row) => row.reason === null)
  if (pending.length > 0) await wakeEndpoints(services.db, pending, now)
}

function nameOf({ merchant_id, profile_id }: EndpointKey): string {
  return `${merchant_id}/${profile_id}`
}
