import { insert } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { eventTypes } from '#core/outbox/event_types.ts'
import { readProfile } from '#resources/profiles/get.ts'
import { listProfiles } from '#resources/profiles/list.ts'
import { enqueueDeliveries } from '#resources/webhooks/enqueue.ts'
import { type EventRow, eventRow, events } from '#core/outbox/event.ts'
import { getEvent } from './get.ts'
import { sampleOf } from './samples.ts'
import type { Event, SendTest } from './schema.ts'

/**
 * An event that tells of nothing, delivered like any other. It says so itself (`is_test`), and it does not
 * pass the relay: nobody but the receiver shall take it for news.
 */
export async function sendTestEvent(context: Context, input: SendTest): Promise<Event> {
  const profile_id = await profileFor(context, input)
  const row = testRow(context, input, profile_id)
  // An id of ours is taken only by an earlier attempt of this very request.
  await context.tryCommit(insert(events, row))
  await enqueueDeliveries(context, [row])
  return getEvent(context, row.event_id)
}

async function profileFor(context: Context, input: SendTest): Promise<string> {
  if (input.profile_id !== undefined) {
    return (await readProfile(context, input.profile_id)).profile_id
  }
  const profiles = await listProfiles(context)
  const usual = profiles.find((profile) => profile.is_default)
  if (usual === undefined) throw new Error(`merchant ${context.merchant_id} has no default profile`)
  return usual.profile_id
}

function testRow(context: Context, { event_type }: SendTest, profile_id: string): EventRow {
  const { merchant_id, now } = context
  const event_id = context.id('evt')
  const tail = event_id.slice('evt_'.length)
  const about = { merchant_id, profile_id, event_type, tail, now }
  const { object_id, object } = sampleOf(context.registry.samples, about)
  const object_type = eventTypes[event_type].content
  const input = { merchant_id, profile_id, event_type, object_type, object_id, object, now }
  const row = eventRow({ ...input, sequence: 1 }, event_id, { is_test: true })
  return { ...row, is_test: true }
}
