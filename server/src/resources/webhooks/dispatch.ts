// Hands out endpoints to be worked off. Each lane has room for so many at a time; an endpoint that turns
// out slow while it is being worked gives its place in the fast lane back at once, so receivers that hang
// cannot keep the quick ones waiting.
import { monotonicMs } from '#kernel/clock.ts'
import type { Delivering } from './attempt.ts'
import { createBell } from './bell.ts'
import { drainEndpoint, lanes, newPass, type Pass, PASS_MS, SLOW_MS } from './drain.ts'
import { claimEndpoints, type Endpoint, freeEndpoints, type Lane } from './store.ts'

const LOOK_MS = 250
const FREE_MS = 2_000

interface Place {
  readonly pass: Pass
  readonly ended: Promise<void>
}

export interface Dispatch {
  /** Something may have become due: look now. */
  poke(): void
  /** Takes no more; resolves when what is under way is answered, written and let go. */
  stop(): Promise<void>
}

export function startDispatch(delivering: Delivering, worker_id: string): Dispatch {
  const { db, clock, log } = delivering.services
  const stopping = new AbortController()
  const { signal } = stopping
  const places = new Map<string, Place>()
  const bell = createBell()
  const crowded: Record<Lane, boolean> = { fast: false, slow: false }
  let freed_ms = Number.NEGATIVE_INFINITY

  const begin = (endpoint: Endpoint) => {
    const name = `${endpoint.merchant_id}/${endpoint.profile_id}`
    if (places.has(name)) return
    const pass = newPass(endpoint)
    const mustEnd = () =>
      signal.aborted || (crowded[laneOf(pass)] && monotonicMs() - pass.begun_ms > PASS_MS)
    const ended = drainEndpoint(delivering, worker_id, pass, mustEnd)
      .catch((err: unknown) => log.error({ err, ...endpoint }, 'an endpoint could not be worked'))
      .finally(() => {
        places.delete(name)
        bell.ring()
      })
    places.set(name, { pass, ended })
  }

  const fill = async (lane: Lane) => {
    const taken = [...places.values()].filter(({ pass }) => laneOf(pass) === lane).length
    const room = lanes[lane].endpoints - taken
    crowded[lane] = room <= 0
    if (room <= 0) return
    const endpoints = await claimEndpoints(db, worker_id, lane, clock.now(), room)
    for (const endpoint of endpoints) begin(endpoint)
  }

  const look = async () => {
    const now_ms = monotonicMs()
    if (now_ms - freed_ms > FREE_MS) {
      freed_ms = now_ms
      const held = [...places.values()].map(({ pass }) => pass.endpoint)
      await freeEndpoints(db, worker_id, held, clock.now())
    }
    await Promise.all([fill('fast'), fill('slow')])
  }

  const loop = async () => {
    while (!signal.aborted) {
      await look().catch((err: unknown) => log.error({ err }, 'no endpoint could be claimed'))
      await bell.heard(LOOK_MS)
    }
    await Promise.all([...places.values()].map(({ ended }) => ended))
  }
  const ended = loop()
  return {
    poke() {
      bell.ring()
      for (const { pass } of places.values()) pass.bell.ring()
    },
    stop() {
      stopping.abort()
      bell.ring()
      return ended
    },
  }
}

/** The lane in which a pass takes up room: a receiver that has been silent for a while is slow. */
function laneOf({ endpoint, moved_ms }: Pass): Lane {
  return monotonicMs() - moved_ms > SLOW_MS ? 'slow' : endpoint.lane
}
