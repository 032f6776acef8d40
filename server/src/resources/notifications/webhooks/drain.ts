// Drains one endpoint: sends its due deliveries in order, several at a time, but one at a time per object. A request
// that hangs does not delay the rest. A drain ends when nothing is due or in flight, when its time is up and its lane
// has no free slot, or when the worker stops. It then releases the endpoint with its new lane and failure count.
import { addMs, monotonicMs } from '#kernel/clock.ts'
import { type Receiver, webhookReceiver } from '#resources/accounts/profiles/read.ts'
import { logAttempt } from './attempt_line.ts'
import { attemptDelivery, type DeliveryContext, recordAttempt, stopDelivery } from './attempt.ts'
import { type Cursor, type DueDelivery, findDueDeliveries } from './deliveries_store.ts'
import { type Endpoint, releaseEndpoint } from './endpoints_store.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'
import { createSignal, type Signal } from './signal.ts'

/** An endpoint is slow when its average latency is above this. */
export const SLOW_MS = 1_000
/** A drain may last longer than this only while its lane has a free slot. */
export const MAX_DRAIN_MS = 2_000
/** An endpoint with this many consecutive failures is slow, too. */
const MAX_FAILURES = 10
const POLL_MS = 100
/** A drain starts again from the first delivery this often, to find those committed behind its cursor. */
const RESCAN_MS = 2_000
const START: Cursor = { next_attempt_at: new Date(0), event_id: '' }
const PAGE = 64
/** With this many responses not recorded yet, no further request is sent. */
const MAX_UNRECORDED = 256

/** Limits per lane: concurrent endpoints, concurrent requests to one endpoint, deliveries in one drain. */
export const lanes = {
  fast: { slots: 64, concurrency: 16, max_deliveries: Number.POSITIVE_INFINITY },
  slow: { slots: 16, concurrency: 4, max_deliveries: 32 },
} as const

/** Weight for the previous average when a new latency is added. */
const EWMA_WEIGHT = 0.9

/** A failing endpoint is not claimed for this long: its requests take capacity from the others. */
const BACKOFF_MS = 1_000

/** A drain's state. Only this file changes it; the dispatcher reads it and notifies `changed`. */
export interface Drain {
  readonly endpoint: Endpoint
  readonly started_ms: number
  /** When the receiver last responded, or the drain started. */
  responded_ms: number
  failures: number
  /** Exponentially weighted; undefined before the first response. */
  latency_ms_avg: number | undefined
  /** Deliveries started so far. */
  delivery_count: number
  /** Event ids for deliveries that were started and are not recorded yet. */
  readonly in_flight: Set<string>
  /** A response could not be recorded. */
  has_write_error: boolean
  /** Notified when deliveries were added, or when no request is open any more. */
  readonly changed: Signal
}

export function newDrain(endpoint: Endpoint): Drain {
  const { failures } = endpoint
  const started_ms = monotonicMs()
  return {
    endpoint,
    started_ms,
    responded_ms: started_ms,
    failures,
    latency_ms_avg: undefined,
    delivery_count: 0,
    in_flight: new Set(),
    has_write_error: false,
    changed: createSignal(),
  }
}

export async function drainEndpoint(
  context: DeliveryContext,
  worker_id: string,
  drain: Drain,
  mustEnd: () => boolean,
): Promise<void> {
  const { endpoint } = drain
  const { concurrency, max_deliveries } = lanes[endpoint.lane]
  const open = createSemaphore(concurrency)
  const unrecorded = createSemaphore(MAX_UNRECORDED)
  const last = new Map<string, Promise<void>>()
  try {
    for await (const { delivery, receiver } of eachDue(context, worker_id, drain, open)) {
      await open.acquire()
      await unrecorded.acquire()
      if (drain.delivery_count >= max_deliveries || mustLeaveLane(drain) || mustEnd()) {
        unrecorded.release()
        break
      }
      drain.delivery_count++
      drain.in_flight.add(delivery.event_id)
      const { object_id } = delivery
      const previous = last.get(object_id)
      const sent = send(context, { drain, receiver, delivery, previous, open, unrecorded }).then(
        () => void (last.get(object_id) === sent && last.delete(object_id)),
      )
      last.set(object_id, sent)
    }
  } finally {
    await unrecorded.idle()
  }
  await release(context, worker_id, drain)
}

/** An endpoint that becomes slow moves to the slow lane before its remaining deliveries are sent. */
function mustLeaveLane(drain: Drain): boolean {
  return drain.has_write_error || (drain.endpoint.lane === 'fast' && isSlow(drain))
}

function isSlow({ failures, latency_ms_avg = 0 }: Drain): boolean {
  return failures >= MAX_FAILURES || latency_ms_avg > SLOW_MS
}

interface Due {
  delivery: DueDelivery
  /** Undefined if the profile has no webhook_url any more. */
  receiver: Receiver | undefined
}

interface Sending extends Due {
  drain: Drain
  /** The request in flight for the same object. */
  previous: Promise<void> | undefined
  open: Semaphore
  unrecorded: Semaphore
}

/** Resolves when the receiver has responded; the response is recorded in the background. Never rejects. */
async function send(context: DeliveryContext, sending: Sending): Promise<void> {
  const { drain, delivery, previous, open, unrecorded } = sending
  const fail = (err: unknown) => {
    drain.has_write_error = true
    const { event_id } = delivery
    context.services.log.error(
      { err, event_id },
      'webhooks: recording an attempt failed, the delivery is sent again',
    )
  }
  const close = () => {
    drain.in_flight.delete(delivery.event_id)
    unrecorded.release()
  }
  try {
    if (previous !== undefined) await previous
    const record = await attempt(context, sending)
    void record().catch(fail).finally(close)
  } catch (error) {
    fail(error)
    close()
  } finally {
    open.release()
    if (open.isIdle()) drain.changed.notify()
  }
}

/** Sends the request and updates the drain's statistics; the returned function records the attempt. */
async function attempt(
  context: DeliveryContext,
  { drain, receiver, delivery }: Sending,
): Promise<() => Promise<void>> {
  if (receiver === undefined) return () => stopDelivery(context, delivery)
  const result = await attemptDelivery(context, receiver, delivery)
  drain.responded_ms = monotonicMs()
  drain.failures = result.outcome.status === 'delivered' ? 0 : drain.failures + 1
  const { duration_ms } = result
  const previous_avg = drain.latency_ms_avg ?? duration_ms
  drain.latency_ms_avg = duration_ms + (previous_avg - duration_ms) * EWMA_WEIGHT
  context.attempted(result)
  logAttempt(context, delivery, result)
  return () => recordAttempt(context, delivery, result)
}

/** Yields due deliveries with their receiver. The next page is read while one is being sent. */
async function* eachDue(
  { services }: DeliveryContext,
  worker_id: string,
  { endpoint, changed, in_flight }: Drain,
  open: Semaphore,
): AsyncIterable<Due> {
  const read = (after: Cursor) => {
    const now = services.clock.now()
    const page = Promise.all([
      findDueDeliveries(services.db, endpoint, worker_id, now, after, PAGE),
      services.clocks
        .now(endpoint.merchant_id)
        .then((moment) => webhookReceiver(services, endpoint, moment)),
    ])
    // A drain that ends early never awaits this page, so its error must not be unhandled.
    page.catch(() => undefined)
    return page
  }
  let scan_started_ms = monotonicMs()
  let known: ReadonlySet<string> = new Set()
  let cursor = START
  let next = read(cursor)
  for (;;) {
    const [page, receiver] = await next
    if (page.length === 0) {
      // More deliveries can be added while a request is open.
      if (!open.isIdle()) await changed.wait(POLL_MS)
      if (open.isIdle()) return
    }
    cursor = page.at(-1) ?? cursor
    const mustRescan = monotonicMs() - scan_started_ms > RESCAN_MS
    if (!mustRescan) next = read(cursor)
    for (const delivery of page) if (!known.has(delivery.event_id)) yield { delivery, receiver }
    if (!mustRescan) continue
    // Every delivery read so far was started, so one that is due and not in flight is new.
    scan_started_ms = monotonicMs()
    known = new Set(in_flight)
    cursor = START
    next = read(cursor)
  }
}

async function release({ services }: DeliveryContext, worker_id: string, drain: Drain) {
  const { endpoint, failures, delivery_count, has_write_error } = drain
  const is_slow = delivery_count === 0 ? endpoint.lane === 'slow' : isSlow(drain) || has_write_error
  const mustBackOff = failures >= MAX_FAILURES || has_write_error
  const now = addMs(services.clock.now(), mustBackOff ? BACKOFF_MS : 0)
  const released = { ...endpoint, lane: is_slow ? 'slow' : 'fast', failures } as const
  await releaseEndpoint(services.db, worker_id, released, now)
}
