// A reaction is work that follows from an event. A resource declares its reactions in its manifest; the relay runs
// them, so the folder that wrote the event does not know them.
import type { Services } from '#kernel/context.ts'

export interface RelayedEvent {
  readonly merchant_id: string
  readonly event_id: string
  readonly profile_id: string
  readonly event_type: string
  readonly object_type: string
  readonly object_id: string
  readonly sequence: number
  readonly created: Date
  /** False for background work. */
  readonly has_actor: boolean
  /** For a failed payment or payout. */
  readonly decline_code?: string | null
}

export interface Reaction {
  readonly name: string
  /** The event types it handles. */
  readonly on: readonly string[] | 'all'
  /**
   * Gets many events from many merchants at once, each at least once: again after a crash, and again when this
   * throws. It must be idempotent.
   */
  run(services: Services, events: readonly RelayedEvent[]): Promise<void>
}
