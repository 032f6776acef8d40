// The relay runs the reactions to events. A money commit writes its event and no follow-up work; here, in the
// worker, the event becomes deliveries. One statement claims a batch of events and records which worker has it,
// so several workers share the work and a dead worker loses nothing. A batch with a failed reaction is retried
// event by event, so an event that always fails delays no other.
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { newId } from '#kernel/ids.ts'
import { type Tracing, tracing } from '#kernel/trace.ts'
import type { Reaction, RelayedEvent } from './reaction.ts'
import {
  type Batch,
  claimBatches,
  claimEvents,
  findBatchEvents,
  removeBatch,
  rescheduleBatch,
} from './store.ts'

/** Longer than any reaction takes. A batch that is not finished after this is claimed again. */
const CLAIM_TIMEOUT_MS = 60_000
const MAX_BACKOFF_MS = 10 * MINUTE_MS
const RETRY_LIMIT = 10

export interface Relay {
  /** For the reactions. */
  readonly services: Services
  /** For the relay's own claims. Its commits do not wait for the disk: a lost claim is made again. */
  readonly lazyDb: Database
  readonly worker_id: string | null
  readonly reactions: readonly Reaction[]
}

/** Relays one batch of new events, for one merchant if given, and returns them. */
export async function relayEvents(
  relay: Relay,
  limit: number,
  merchant_id?: string,
): Promise<readonly RelayedEvent[]> {
  const { services, lazyDb, worker_id } = relay
  const now = services.clock.now()
  const batch_id = newId('rly')
  const of = merchant_id === undefined ? {} : { merchant_id }
  const claim = { batch_id, worker_id, retry_at: addMs(now, CLAIM_TIMEOUT_MS), limit, ...of }
  const events = await claimEvents(lazyDb, claim)
  if (events.length > 0) {
    await finish(relay, batch_id, 0, await react(relay, events, true))
  }
  return events
}

/** Relays batches from dead workers and batches with a failed reaction; returns their number. */
export async function retryBatches(relay: Relay): Promise<number> {
  const { services, lazyDb, worker_id } = relay
  const now = services.clock.now()
  const retry_at = addMs(now, CLAIM_TIMEOUT_MS)
  const batches = await claimBatches(lazyDb, worker_id, now, retry_at, RETRY_LIMIT)
  for (const batch of batches) await relayOneByOne(relay, batch)
  return batches.length
}

async function relayOneByOne(relay: Relay, batch: Batch): Promise<void> {
  const failed: RelayedEvent[] = []
  for (const event of await findBatchEvents(relay.lazyDb, batch)) {
    failed.push(...(await react(relay, [event], false)))
  }
  await finish(relay, batch.batch_id, batch.tries, failed)
}

async function finish(
  { services, lazyDb }: Relay,
  batch_id: string,
  tries: number,
  failed: readonly RelayedEvent[],
): Promise<void> {
  if (failed.length === 0) return void (await removeBatch(lazyDb, batch_id))
  const backoff_ms = Math.min(1_000 * 2 ** tries, MAX_BACKOFF_MS)
  await rescheduleBatch(lazyDb, batch_id, failed, addMs(services.clock.now(), backoff_ms))
}

function react(relay: Relay, batch: readonly RelayedEvent[], is_first: boolean) {
  const work = () => runReactions(relay, batch)
  return tracing ? traced(tracing, batch, is_first, work) : work()
}

/**
 * Each event has a span in its own trace. The batch has one with the commits of the reactions, which handle many events
 * at once.
 */
function traced(
  on: Tracing,
  batch: readonly RelayedEvent[],
  is_first: boolean,
  work: () => Promise<RelayedEvent[]>,
): Promise<RelayedEvent[]> {
  return on.trace('relay', { 'florin.events': batch.length }, async () => {
    const spans = batch.map(({ merchant_id, event_id, event_type, object_id }) => {
      const ids = { 'florin.merchant_id': merchant_id, 'florin.object_id': object_id }
      const attributes = { ...ids, 'florin.event_id': event_id, 'florin.event_type': event_type }
      return on.startEvent(`event ${event_type}`, attributes, is_first)
    })
    try {
      return await work()
    } finally {
      for (const span of spans) span?.end()
    }
  })
}

/** Runs every reaction; returns the events for which one threw. */
async function runReactions(
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
        services.log.error(
          { err, reaction: name, event_id, n: wanted.length },
          'relay: reaction failed, retrying with backoff',
        )
        return wanted
      }
    }),
  )
  return [...new Set(failed.flat())]
}
