import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { readDeliveries } from '#resources/webhooks/read.ts'
import type { Event } from './schema.ts'
import { toApi } from './to_api.ts'
import { findEvent } from './store.ts'
import type { EventRow } from '#core/outbox/event.ts'

export async function getEvent(context: Context, event_id: string): Promise<Event> {
  const row = await readEvent(context, event_id)
  const found = await readDeliveries(context, [event_id])
  return toApi(row, found.get(event_id))
}

export async function readEvent(context: Context, event_id: string): Promise<EventRow> {
  const row = await findEvent(context.db, context.merchant_id, event_id)
  if (row === undefined) throw notFound('event', event_id)
  return row
}
