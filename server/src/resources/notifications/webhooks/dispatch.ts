// Claims due endpoints and drains each one in a slot in its lane. Start with README.md: it names the states of a
// delivery and an endpoint queue, and who may change them.
//
// Each lane has a fixed number of slots. An endpoint that turns out slow while it is drained counts towards the slow
// lane at once, so hanging receivers cannot occupy the slots for responsive ones.
import { monotonicMs } from '#kernel/clock.ts'
import type { DeliveryContext } from './attempt.ts'
import { type Drain, drainEndpoint, lanes, MAX_DRAIN_MS, newDrain, SLOW_MS } from './drain.ts'
import {
  claimEndpoints,
  type Endpoint,
  type Lane,
  releaseOrphanedEndpoints,
} from './endpoints_store.ts'
import { createSignal } from './signal.ts'

const POLL_MS = 250
const RELEASE_ORPHANS_MS = 2_000

interface Slot {
  readonly drain: Drain
  readonly ended: Promise<void>
}

export interface Dispatch {
  /** Polls now, because deliveries may have become due. */
  wake(): void
  /** Claims nothing more; resolves when requests in flight are recorded and all endpoints released. */
  stop(): Promise<void>
}

export function startDispatch(context: DeliveryContext, worker_id: string): Dispatch {
  const { db, clock, log } = context.services
  const stopping = new AbortController()
  const slots = new Map<string, Slot>()
  const work = createSignal()
  const is_full: Record<Lane, boolean> = { fast: false, slow: false }
  let orphans_released_ms = Number.NEGATIVE_INFINITY

  const start = (endpoint: Endpoint) => {
    const name = `${endpoint.merchant_id}/${endpoint.profile_id}`
    if (slots.has(name)) return
    const drain = newDrain(endpoint)
    const mustEnd = () =>
      stopping.signal.aborted ||
      (is_full[currentLane(drain)] && monotonicMs() - drain.started_ms > MAX_DRAIN_MS)
    const ended = drainEndpoint(context, worker_id, drain, mustEnd)
      .catch((err: unknown) =>
        log.error(
          { err, ...endpoint },
          'webhooks: draining an endpoint failed, it is claimed again',
        ),
      )
      .finally(() => {
        slots.delete(name)
        work.notify()
      })
    slots.set(name, { drain, ended })
  }

  const fill = async (lane: Lane) => {
    const used = [...slots.values()].filter(({ drain }) => currentLane(drain) === lane).length
    const free = lanes[lane].slots - used
    is_full[lane] = free <= 0
    if (free <= 0) return
    const endpoints = await claimEndpoints(db, worker_id, lane, clock.now(), free)
    for (const endpoint of endpoints) start(endpoint)
  }

  const poll = async () => {
    const now_ms = monotonicMs()
    if (now_ms - orphans_released_ms > RELEASE_ORPHANS_MS) {
      orphans_released_ms = now_ms
      const draining = [...slots.values()].map(({ drain }) => drain.endpoint)
      await releaseOrphanedEndpoints(db, worker_id, draining, clock.now())
    }
    await Promise.all([fill('fast'), fill('slow')])
  }

  const loop = async () => {
    while (!stopping.signal.aborted) {
      await poll().catch((err: unknown) =>
        log.error({ err }, 'webhooks: claiming endpoints failed, retrying'),
      )
      await work.wait(POLL_MS)
    }
    await Promise.all([...slots.values()].map(({ ended }) => ended))
  }
  const ended = loop()
  return {
    wake() {
      work.notify()
      for (const { drain } of slots.values()) drain.changed.notify()
    },
    stop() {
      stopping.abort()
      work.notify()
      return ended
    },
  }
}

/** The lane whose slots a drain counts towards: without a response for a while it is the slow one. */
function currentLane({ endpoint, responded_ms }: Drain): Lane {
  return monotonicMs() - responded_ms > SLOW_MS ? 'slow' : endpoint.lane
}
