import type { Services } from '#kernel/context.ts'
import { webhookSettings } from '#resources/accounts/profiles/read.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { insertDeliveries } from './deliveries_store.ts'
import { type EndpointKey, wakeEndpoints } from './endpoints_store.ts'
import { skipReason } from './skip_reason.ts'

/**
 * Creates one delivery per event, by its profile's current webhook settings. An event that the profile does not want
 * is recorded as skipped, with the reason.
 */
export async function enqueueDeliveries(
  services: Pick<Services, 'db' | 'clock'>,
  events: readonly Omit<RelayedEvent, 'has_actor'>[],
): Promise<void> {
  const now = services.clock.now()
  const profiles = [...new Map(events.map((event) => [endpointName(event), event])).values()]
  const found = await webhookSettings(services, profiles)
  const settings = new Map(found.map((each) => [endpointName(each), each.webhook_details]))
  const rows = events.map(({ merchant_id, event_id, profile_id, event_type, created }) => {
    const reason =
      skipReason(settings.get(endpointName({ merchant_id, profile_id })), event_type) ?? null
    return { merchant_id, event_id, profile_id, created, reason }
  })
  await insertDeliveries(services.db, rows, now)
  const pending = rows.filter((row) => row.reason === null)
  if (pending.length > 0) await wakeEndpoints(services.db, pending, now)
}

function endpointName({ merchant_id, profile_id }: EndpointKey): string {
  return `${merchant_id}/${profile_id}`
}
