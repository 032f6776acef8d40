// The relay brings events to whoever reacts to them. A money commit writes its event and nothing else
// about the future; here, in the worker, the event becomes deliveries, sums, mails. A batch is claimed in
// one statement that marks its events and writes down who has them, so nothing is lost with a worker and
// several workers share the work. A batch whose reactions failed is tried again event by event: one event
// that cannot be dealt with holds up no other.
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { newId } from '#kernel/ids.ts'
import type { Reaction, RelayedEvent } from './reaction.ts'
import {
  type Batch,
  claimBatches,
  claimEvents,
  eventsOf,
  putOffBatch,
  removeBatch,
} from './store.ts'

/** Longer than any reaction takes; a batch that was forgotten is taken up again after it. */
const FORGOTTEN_MS = 60_000
const LONGEST_WAIT_MS = 10 * MINUTE_MS
const TAKEN_OVER = 10

export interface Relay {
  /** For the reactions. */
  readonly services: Services
  /** For the relay's own notes: what is lost of them is done again. */
  readonly notes: Database
  readonly worker_id: string
  readonly reactions: readonly Reaction[]
}

/** One batch of new events; tells how many there were. */
export async function relayEvents(relay: Relay, most: number): Promise<number> {
  const { services, notes, worker_id } = relay
  const now = services.clock.now()
  const batch_id = newId('rly')
  const claim = { batch_id, worker_id, retry_at: addMs(now, FORGOTTEN_MS), most }
  const events = await claimEvents(notes, claim)
  if (events.length > 0) await finish(relay, batch_id, 0, await whatFails(relay, events))
  return events.length
}

/** Batches that others have left behind, and those that failed; tells how many there were. */
export async function relayAgain(relay: Relay): Promise<number> {
  const { services, notes, worker_id } = relay
  const now = services.clock.now()
  const until = addMs(now, FORGOTTEN_MS)
  const batches = await claimBatches(notes, worker_id, now, until, TAKEN_OVER)
  for (const batch of batches) await oneByOne(relay, batch)
  return batches.length
}

async function oneByOne(relay: Relay, batch: Batch): Promise<void> {
  const left: RelayedEvent[] = []
  for (const event of await eventsOf(relay.notes, batch)) {
    left.push(...(await whatFails(relay, [event])))
  }
  await finish(relay, batch.batch_id, batch.tries, left)
}

async function finish(
  { services, notes }: Relay,
  batch_id: string,
  tries: number,
  left: readonly RelayedEvent[],
): Promise<void> {
  if (left.length === 0) return void (await removeBatch(notes, batch_id))
  const wait = Math.min(1_000 * 2 ** tries, LONGEST_WAIT_MS)
  await putOffBatch(notes, batch_id, left, addMs(services.clock.now(), wait))
}

/** Runs every reaction; the events for which one of them threw. */
async function whatFails(
  { services, reactions }: Relay,
  events: readonly RelayedEvent[],
): Promise<RelayedEvent[]> {
  const failed = await Promise.all(
    reactions.map(async (reaction) => {
      const { name, on } = reaction
      const wanted = on === 'all' ? events : events.filter((event) => on.includes(event.event_type))
      if (wanted.length === 0) return []
      try {
        await reaction.run(services, wanted)
        return []
      } catch (err) {
        const [{ event_id } = {}] = wanted
        services.log.error({ err, reaction: name, event_id, n: wanted.length }, 'a reaction failed')
        return wanted
      }
    }),
  )
  return [...new Set(failed.flat())]
}
