// The clients that follow events in this process. One statement a quarter second finds the ends of all followed
// streams, so a connection costs PostgreSQL nothing while there is nothing to read.
import { monotonicMs, sleep } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { createSignal } from '#resources/notifications/webhooks/signal.ts'
import { Failure } from '#errors.ts'
import { findEnds } from './store.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly event_hub: EventHub
  }
}

const POLL_MS = 250
const MAX_PER_MERCHANT = 20
const MAX_FOLLOWERS = 500

export interface Follower {
  /** Resolves when the stream has moved past the position, when the hub closes, or after the timeout. */
  wait(position: number, timeout_ms: number): Promise<void>
  /** Ends a wait; the follower counts no more. */
  close(): void
}

interface Entry {
  end: number
  readonly signal: ReturnType<typeof createSignal>
}

type Parts = Pick<Services, 'db' | 'log'>

export class EventHub {
  private readonly followed = new Map<string, Set<Entry>>()
  private readonly parts: Parts
  private count = 0
  private isPolling = false
  /** Set when the process stops: connections end, and clients go to another process. */
  closed = false

  constructor(parts: Parts) {
    this.parts = parts
  }

  follow(merchant_id: string): Follower {
    const entries = this.followed.get(merchant_id) ?? new Set()
    if (entries.size >= MAX_PER_MERCHANT || this.count >= MAX_FOLLOWERS) throw tooMany()
    const entry: Entry = { end: 0, signal: createSignal() }
    this.followed.set(merchant_id, entries.add(entry))
    this.count++
    this.startPolling()
    return {
      wait: async (position, timeout_ms) => {
        const until = monotonicMs() + timeout_ms
        const left = () => until - monotonicMs()
        while (entry.end <= position && !this.closed && entries.has(entry) && left() > 0) {
          await entry.signal.wait(left())
        }
      },
      close: () => this.leave(merchant_id, entries, entry),
    }
  }

  close(): void {
    this.closed = true
    for (const entries of this.followed.values()) for (const { signal } of entries) signal.notify()
  }

  private leave(merchant_id: string, entries: Set<Entry>, entry: Entry): void {
    if (!entries.delete(entry)) return
    this.count--
    if (entries.size === 0) this.followed.delete(merchant_id)
    entry.signal.notify()
  }

  private startPolling(): void {
    if (this.isPolling) return
    this.isPolling = true
    void this.poll()
  }

  private async poll(): Promise<void> {
    while (this.followed.size > 0 && !this.closed) {
      await this.readEnds().catch((err: unknown) =>
        this.parts.log.warn({ err }, 'event stream: its end could not be read, retrying'),
      )
      await sleep(POLL_MS)
    }
    this.isPolling = false
  }

  private async readEnds(): Promise<void> {
    const { db } = this.parts
    const merchants = [...this.followed.keys()]
    for (const { merchant_id, position } of await findEnds(db, merchants)) {
      for (const entry of this.followed.get(merchant_id) ?? []) {
        if (position <= entry.end) continue
        entry.end = position
        entry.signal.notify()
      }
    }
  }
}

function tooMany(): Failure {
  const message =
    'Too many clients follow events at the same time. Close one of them, or list events with GET /events/{merchant_id}.'
  return new Failure('RL_01', message, { headers: { 'Retry-After': '5' } })
}
