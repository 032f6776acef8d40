import type { Services } from '#kernel/context.ts'
import type { EventName } from '#core/outbox/event_types.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { advanceBackfills } from './backfill_store.ts'
import { indexObjects, queueNotedChanges, queueObjects, requeueRestored } from './queue_store.ts'

/** A confirmed payment has one of these first; triggers note every other change that matters. */
export const announcing: readonly EventName[] = [
  'payment_created',
  'payment_succeeded',
  'payment_failed',
  'payment_processing',
  'payment_authorized',
  'action_required',
]

type Needs = Pick<Services, 'db'>

/** Terms are made from an object as it is then, so a repeated, late or reordered event changes nothing. */
export async function queueAnnounced(
  { db }: Needs,
  events: readonly RelayedEvent[],
): Promise<void> {
  await queueObjects(
    db,
    events.map(({ merchant_id, object_id }) => ({ merchant_id, object_id, kind: 'payment' })),
  )
}

const BATCH = 200
/** So that a round ends soon, also while a backfill fills the queue. */
const BATCHES = 10

/** Makes the terms of queued objects in batches; returns the number of objects. */
export async function indexQueued({ db }: Needs): Promise<number> {
  let done = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const noted = await queueNotedChanges(db, BATCH)
    const n = await indexObjects(db, BATCH)
    if (n === 0 && (await requeueRestored(db, BATCH)) > 0) continue
    done += n
    if (n < BATCH && noted < BATCH) break
  }
  return done
}

const CHUNK = 1_000
const MERCHANTS = 10

/** Queues objects from before the search, a chunk for each merchant; returns the number of merchants. */
export function backfill({ db }: Needs): Promise<number> {
  return advanceBackfills(db, MERCHANTS, CHUNK)
}
