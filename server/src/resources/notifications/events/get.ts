import type { Context } from '#kernel/context.ts'
import { readDeliveries } from '#resources/notifications/webhooks/read.ts'
import { readEvent, toApi } from './read.ts'
import type { Event } from './schema.ts'

export async function getEvent(context: Context, event_id: string): Promise<Event> {
  const row = await readEvent(context, event_id)
  const deliveries = await readDeliveries(context, [event_id])
  return toApi(context, row, deliveries.get(event_id))
}
