// What follows from events, from the relay to the merchants' servers. New events are looked for ten times
// a second, because nothing in a money commit may call for attention; what one look finds is on its way
// at once.
import { commitsOf, Committer } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { type Relay, relayAgain, relayEvents } from '#core/outbox/relay.ts'
import type { Attempted, Delivering } from '#resources/webhooks/attempt.ts'
import { startDispatch } from '#resources/webhooks/dispatch.ts'
import { openPoster } from '#resources/webhooks/post.ts'
import { RETRIES_MS } from '#resources/webhooks/retries.ts'
import { startSweep } from './sweep.ts'

const RELAY_MS = 100
const RELAY_BATCH = 500
const AGAIN_MS = 2_000

export interface Watching {
  relayed(events: number): void
  attempted(attempted: Attempted): void
}

export interface LaterOptions {
  /** A database whose commits do not wait for the disk, for notes of what was sent. */
  readonly notes?: Database
  /** For tests that have no day to wait. */
  readonly retries_ms?: readonly number[]
  readonly timeout_ms?: number
}

export interface Later {
  stop(): Promise<void>
}

export function startLater(
  services: Services,
  worker_id: string,
  watching: Watching,
  options: LaterOptions = {},
): Later {
  const { log, environment } = services
  const { retries_ms = RETRIES_MS, timeout_ms, notes = services.db } = options
  const poster = openPoster({
    allow_loopback: environment === 'sandbox',
    ...(timeout_ms === undefined ? {} : { timeout_ms }),
  })
  const delivering: Delivering = {
    services: { ...services, db: notes, ...commitsOf(new Committer(notes).commit) },
    poster,
    retries_ms,
    attempted: (attempted) => watching.attempted(attempted),
  }
  const dispatch = startDispatch(delivering, worker_id)
  const relay: Relay = { services, notes, worker_id, reactions: services.registry.reactions }
  const fresh = startSweep({
    name: 'relay',
    period_ms: RELAY_MS,
    rounds: 2,
    log,
    async round(stopping) {
      for (let found = RELAY_BATCH; found === RELAY_BATCH && !stopping.aborted; ) {
        found = await relayEvents(relay, RELAY_BATCH)
        watching.relayed(found)
        if (found > 0) dispatch.poke()
      }
    },
  })
  const again = startSweep({
    name: 'relay of what was left behind',
    period_ms: AGAIN_MS,
    rounds: 1,
    log,
    round: () => relayAgain(relay),
  })
  return {
    async stop() {
      await Promise.all([fresh.stop(), again.stop()])
      await dispatch.stop()
      await poster.close()
    },
  }
}
