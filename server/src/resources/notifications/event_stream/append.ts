import { addMs, HOUR_MS } from '#kernel/clock.ts'
import type { Context, Services } from '#kernel/context.ts'
import { leastId } from '#kernel/ids.ts'
import { appendEvents, appendRedelivery, type StreamedEvent } from './store.ts'

/** Longer than a worker holds a batch of events, even if it dies. */
const LATEST_RELAY_MS = HOUR_MS

/** Adds events to the streams of their merchants; an event is added once, however often the relay repeats it. */
export async function streamEvents(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  events: readonly StreamedEvent[],
): Promise<void> {
  const now = clock.now()
  const earliest = leastId('evt', addMs(now, -LATEST_RELAY_MS))
  await appendEvents(db, events, earliest, now)
}

/** Adds an event once more, for clients that follow the stream. */
export async function streamAgain(
  { db, clock, merchant_id }: Pick<Context, 'db' | 'clock' | 'merchant_id'>,
  event_id: string,
): Promise<void> {
  await appendRedelivery(db, merchant_id, event_id, clock.now())
}
