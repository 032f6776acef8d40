// What follows from an event. A folder that has something to do when something happened elsewhere
// declares it in its `jobs.ts`; nobody calls it, the relay brings the events.
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
}

export interface Reaction {
  readonly name: string
  /** The types of events it wants. */
  readonly on: readonly string[] | 'all'
  /**
   * Many events of many merchants at once. Each is brought at least once, and again after a crash or when
   * this throws: doing it twice must be the same as doing it once.
   */
  run(services: Services, events: readonly RelayedEvent[]): Promise<void>
}
