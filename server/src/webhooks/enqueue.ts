import { change, insert } from '../kernel/change.ts'
import { Conflict } from '../kernel/commit.ts'
import type { Services } from '../kernel/context.ts'
import { type WebhookSettings, webhookSettings } from '../profiles/webhook_settings.ts'
import type { RelayedEvent } from '../relay/reaction.ts'
import { type DeliveryRow, deliveries, type EndpointKey, wakeEndpoints } from './store.ts'
import { skipReason } from './wanted.ts'

type Parts = Pick<Services, 'db' | 'committer' | 'clock'>

/**
 * Gives every event its delivery, as its profile wants it at this moment. What is not wanted is skipped,
 * and on record as such: who asks why nothing came finds the reason.
 */
export async function enqueueDeliveries(
  services: Parts,
  events: readonly RelayedEvent[],
): Promise<void> {
  const now = services.clock.now()
  const endpoints = [...new Map(events.map((event) => [nameOf(event), keyOf(event)])).values()]
  const found = await webhookSettings(services, endpoints)
  const settings = new Map(found.map((each) => [nameOf(each), each.webhook_details]))
  const rows = events.map((event) => newDelivery(event, settings.get(nameOf(event)), now))
  await Promise.all(rows.map((row) => commitOnce(services, row)))
  const pending = rows.filter((row) => row.status === 'pending')
  if (pending.length > 0) await wakeEndpoints(services.db, pending.map(keyOf), now)
}

function nameOf({ merchant_id, profile_id }: EndpointKey): string {
  return `${merchant_id}/${profile_id}`
}

function keyOf({ merchant_id, profile_id }: EndpointKey): EndpointKey {
  return { merchant_id, profile_id }
}

function newDelivery(
  { merchant_id, event_id, profile_id, event_type, created }: RelayedEvent,
  settings: WebhookSettings | undefined,
  now: Date,
): DeliveryRow {
  const reason = skipReason(settings, event_type) ?? null
  return {
    merchant_id,
    event_id,
    profile_id,
    status: reason === null ? 'pending' : 'skipped',
    reason,
    attempts: 0,
    // Due since it happened, so that deliveries are made in the order of their events.
    next_attempt_at: reason === null ? created : null,
    // As the event, so that lists of both are in one order.
    created,
    finished_at: reason === null ? null : now,
    version: 1,
  }
}

/** An event that is brought a second time has its delivery already. */
async function commitOnce({ committer }: Parts, row: DeliveryRow): Promise<void> {
  try {
    await committer.commit(change(insert(deliveries, row)))
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
  }
}
