import { insert } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { eventTypes } from '#core/outbox/event_types.ts'
import { defaultProfile, readProfile } from '#resources/accounts/profiles/read.ts'
import { streamEvents } from '#resources/notifications/event_stream/append.ts'
import { enqueueDeliveries } from '#resources/notifications/webhooks/enqueue.ts'
import { type EventRow, eventRow, events } from '#core/outbox/event.ts'
import { getEvent } from './read.ts'
import { buildSample } from './sample.ts'
import type { Event, SendTest } from './schema.ts'

/**
 * Delivers an event about an object that does not exist, marked `is_test`. It bypasses the relay, so no reaction
 * handles it.
 */
export async function sendTestEvent(context: Context, input: SendTest): Promise<Event> {
  const { profile_id } =
    input.profile_id === undefined
      ? await defaultProfile(context)
      : await readProfile(context, input.profile_id)
  const row = testRow(context, input, profile_id)
  // Refused if an earlier attempt at this request has inserted it.
  await context.tryCommit(insert(events, row))
  await enqueueDeliveries(context, [row])
  await streamEvents(context, [row])
  return getEvent(context, row.event_id)
}

function testRow(context: Context, { event_type }: SendTest, profile_id: string): EventRow {
  const { merchant_id, now } = context
  const event_id = context.id('evt')
  const tail = event_id.slice('evt_'.length)
  const about = { merchant_id, profile_id, event_type, tail, now }
  const { object_id, object } = buildSample(about)
  const object_type = eventTypes[event_type].content
  const event = { merchant_id, profile_id, event_type, object_type, object_id, object, now }
  const row = eventRow({ ...event, sequence: 1 }, event_id, { is_test: true })
  return { ...row, is_test: true }
}
