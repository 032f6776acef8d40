// Working off one endpoint: its due deliveries in order, several at a time, each object's one after the
// other. A pass ends when nothing is due, when it has had its time while others may wait, or when the
// worker stops; then the endpoint is let go with what was learnt about it.
import { addMs, monotonicMs } from '../kernel/clock.ts'
import { type Receiver, webhookReceiver } from '../profiles/webhook_settings.ts'
import { attemptDelivery, type Delivering, recordAttempt, stopDelivery } from './attempt.ts'
import { createSlots, type Slots } from './slots.ts'
import {
  type DueDelivery,
  dueDeliveries,
  type Endpoint,
  type Place,
  releaseEndpoint,
} from './store.ts'

/** An attempt that takes longer than this makes an endpoint slow. */
export const SLOW_MS = 1_000
/** So many failures in a row do, too. */
const FAILING = 5
const PASS_MS = 2_000
const PAGE = 64
/** Answers that wait for the database; behind these the line to the receiver waits as well. */
const MOST_UNWRITTEN = 256

/** How many endpoints of each lane are worked, and how. */
export const lanes = {
  fast: { endpoints: 64, at_a_time: 16, a_pass: Number.POSITIVE_INFINITY },
  slow: { endpoints: 16, at_a_time: 4, a_pass: 32 },
} as const

/** One that keeps failing is left alone for a moment: trying costs the others. */
const REST_MS = 1_000

export interface Pass {
  readonly endpoint: Endpoint
  /** When something last came back from the receiver, or the pass began. */
  moved_ms: number
  failures: number
  slowest_ms: number
  taken: number
  /** What came back could not be written down. */
  is_broken: boolean
}

export function newPass(endpoint: Endpoint): Pass {
  const { failures } = endpoint
  const moved_ms = monotonicMs()
  return { endpoint, moved_ms, failures, slowest_ms: 0, taken: 0, is_broken: false }
}

export async function drainEndpoint(
  delivering: Delivering,
  worker_id: string,
  pass: Pass,
  stopping: AbortSignal,
): Promise<void> {
  const { services } = delivering
  const { endpoint } = pass
  const now = await services.clocks.now(endpoint.merchant_id)
  const receiver = await webhookReceiver(services, endpoint, now)
  const { at_a_time, a_pass } = lanes[endpoint.lane]
  const until = pass.moved_ms + PASS_MS
  const lines = createSlots(at_a_time)
  const unwritten = createSlots(MOST_UNWRITTEN)
  const last = new Map<string, Promise<void>>()
  try {
    for await (const delivery of eachDue(delivering, worker_id, endpoint)) {
      if (stopping.aborted || pass.is_broken || pass.taken >= a_pass || monotonicMs() > until) break
      pass.taken++
      await lines.take()
      await unwritten.take()
      const { object_id } = delivery
      const turn = last.get(object_id)
      const sent = send(delivering, { pass, receiver, delivery, turn, lines, unwritten })
      last.set(object_id, sent)
    }
  } finally {
    await unwritten.allFree()
  }
  await release(delivering, worker_id, pass)
}

interface Sending {
  pass: Pass
  receiver: Receiver | undefined
  delivery: DueDelivery
  /** What is under way for the same object. */
  turn: Promise<void> | undefined
  lines: Slots
  unwritten: Slots
}

/** Resolves when the receiver has answered; the answer is written behind. Never rejects. */
async function send(delivering: Delivering, sending: Sending): Promise<void> {
  const { pass, delivery, turn, lines, unwritten } = sending
  const broken = (err: unknown) => {
    pass.is_broken = true
    const { event_id } = delivery
    delivering.services.log.error({ err, event_id }, 'what became of a delivery is not written')
  }
  try {
    if (turn !== undefined) await turn
    const write = await answer(delivering, sending)
    void write()
      .catch(broken)
      .finally(() => unwritten.give())
  } catch (error) {
    broken(error)
    unwritten.give()
  } finally {
    lines.give()
  }
}

/** Gets the receiver's answer; what comes back writes it down. */
async function answer(
  delivering: Delivering,
  { pass, receiver, delivery }: Sending,
): Promise<() => Promise<void>> {
  if (receiver === undefined) return () => stopDelivery(delivering, delivery)
  const attempted = await attemptDelivery(delivering, receiver, delivery)
  pass.moved_ms = monotonicMs()
  pass.failures = attempted.verdict.status === 'delivered' ? 0 : pass.failures + 1
  pass.slowest_ms = Math.max(pass.slowest_ms, attempted.duration_ms)
  delivering.attempted(attempted)
  return () => recordAttempt(delivering, delivery, attempted)
}

/** What is due, page after page; the next page is on its way while one is worked. */
async function* eachDue(
  { services }: Delivering,
  worker_id: string,
  endpoint: Endpoint,
): AsyncIterable<DueDelivery> {
  const { db, clock } = services
  const read = (after: Place) => {
    const page = dueDeliveries(db, endpoint, worker_id, clock.now(), after, PAGE)
    // Whoever leaves early does not wait for it.
    page.catch(() => undefined)
    return page
  }
  let next = read({ next_attempt_at: new Date(0), event_id: '' })
  for (;;) {
    const page = await next
    const last = page.at(-1)
    if (last === undefined) return
    next = read(last)
    yield* page
  }
}

async function release(
  { services }: Delivering,
  worker_id: string,
  { endpoint, failures, slowest_ms, taken, is_broken }: Pass,
): Promise<void> {
  const isFailing = failures >= FAILING || is_broken
  const isSlow = taken === 0 ? endpoint.lane === 'slow' : isFailing || slowest_ms > SLOW_MS
  const now = addMs(services.clock.now(), isFailing ? REST_MS : 0)
  const learnt = { ...endpoint, lane: isSlow ? 'slow' : 'fast', failures } as const
  await releaseEndpoint(services.db, worker_id, learnt, now)
}
