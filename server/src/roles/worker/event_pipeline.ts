// The event pipeline: relays new events to their reactions, and delivers webhooks. It polls for new events ten times
// a second, because a money commit sends no notification; deliveries found in one poll are sent at once.
import { toCommits, Committer } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import type { RelayedEvent } from '#core/outbox/reaction.ts'
import { type Relay, relayEvents, retryBatches } from '#core/outbox/relay.ts'
import type { Attempt, DeliveryContext } from '#resources/notifications/webhooks/attempt.ts'
import { startDispatch } from '#resources/notifications/webhooks/dispatch.ts'
import { openPoster } from '#core/outbound/post.ts'
import { RETRIES_MS } from '#resources/notifications/webhooks/retries.ts'
import { startSweep } from './sweep.ts'

const RELAY_MS = 100
const RELAY_BATCH = 500
const RETRY_MS = 2_000

export interface PipelineMetrics {
  relayed(events: readonly RelayedEvent[]): void
  attempted(attempt: Attempt): void
}

export interface EventPipelineOptions {
  /** A database whose commits do not wait for the disk, for claims and attempts: what is lost is done again. */
  readonly lazyDb?: Database
  /** Shorter retries, for tests. */
  readonly retries_ms?: readonly number[]
  readonly timeout_ms?: number
}

export interface EventPipeline {
  stop(): Promise<void>
}

export function startEventPipeline(
  services: Services,
  worker_id: string,
  metrics: PipelineMetrics,
  options: EventPipelineOptions = {},
): EventPipeline {
  const { log, webhook_loopback } = services
  const { retries_ms = RETRIES_MS, timeout_ms, lazyDb = services.db } = options
  const poster = openPoster({
    allow_loopback: webhook_loopback,
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  })
  const context: DeliveryContext = {
    services: { ...services, db: lazyDb, ...toCommits(new Committer(lazyDb).commit) },
    poster,
    retries_ms,
    attempted: (attempt) => metrics.attempted(attempt),
  }
  const dispatch = startDispatch(context, worker_id)
  const relay: Relay = { services, lazyDb, worker_id, reactions: services.registry.reactions }
  const relaying = startSweep({
    name: 'relay',
    period_ms: RELAY_MS,
    rounds: 2,
    log,
    async round(stopping) {
      for (let found = RELAY_BATCH; found === RELAY_BATCH && !stopping.aborted; ) {
        const events = await relayEvents(relay, RELAY_BATCH)
        found = events.length
        metrics.relayed(events)
        if (found > 0) dispatch.wake()
      }
    },
  })
  const retrying = startSweep({
    name: 'relay retries',
    period_ms: RETRY_MS,
    rounds: 1,
    log,
    round: () => retryBatches(relay),
  })
  return {
    async stop() {
      await Promise.all([relaying.stop(), retrying.stop()])
      await dispatch.stop()
      await poster.close()
    },
  }
}
