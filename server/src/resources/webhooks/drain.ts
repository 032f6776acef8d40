// Working off one endpoint: its due deliveries in order, several at a time, each object's one after the
// other. One that the receiver keeps hanging does not hold up the rest. A pass ends when nothing is due or
// under way, when it has had its time and others wait for the place, or when the worker stops; then the
// endpoint is let go with what was learnt about it.
import { addMs, monotonicMs } from '#kernel/clock.ts'
import { type Receiver, webhookReceiver } from '#resources/profiles/webhook_settings.ts'
import { attemptDelivery, type Delivering, recordAttempt, stopDelivery } from './attempt.ts'
import { type Bell, createBell } from './bell.ts'
import { createSlots, type Slots } from './slots.ts'
import {
  type DueDelivery,
  dueDeliveries,
  type Endpoint,
  type Place,
  releaseEndpoint,
} from './store.ts'

/** An endpoint is slow when its last answers took longer than this on average. */
export const SLOW_MS = 1_000
/** A pass may take this long while others wait for its place. */
export const PASS_MS = 2_000
/** So many failures in a row put it among the slow ones, too. */
const FAILING = 10
const LOOK_AGAIN_MS = 100
/** What landed late in the order, behind the place where a pass is, is found when it starts over. */
const START_OVER_MS = 2_000
const START: Place = { next_attempt_at: new Date(0), event_id: '' }
const PAGE = 64
/** Answers that wait for the database; behind these the line to the receiver waits as well. */
const MOST_UNWRITTEN = 256

/** How many endpoints of each lane are worked, and how. */
export const lanes = {
  fast: { endpoints: 64, at_a_time: 16, a_pass: Number.POSITIVE_INFINITY },
  slow: { endpoints: 16, at_a_time: 4, a_pass: 32 },
} as const

/** How much of the pace so far stays with each answer. */
const STEADINESS = 0.9

/** One that keeps failing is left alone for a moment: trying costs the others. */
const REST_MS = 1_000

export interface Pass {
  readonly endpoint: Endpoint
  readonly begun_ms: number
  /** When something last came back from the receiver, or the pass began. */
  moved_ms: number
  failures: number
  /** What an answer takes, the last ones counting most; unknown before the first. */
  pace_ms: number | undefined
  taken: number
  /** Taken, and what came of it not written yet. */
  readonly open: Set<string>
  /** What came back could not be written down. */
  is_broken: boolean
  /** Rings when something arrived for the receiver, or the last answer from it. */
  readonly bell: Bell
}

export function newPass(endpoint: Endpoint): Pass {
  const { failures } = endpoint
  const begun_ms = monotonicMs()
  return {
    endpoint,
    begun_ms,
    moved_ms: begun_ms,
    failures,
    pace_ms: undefined,
    taken: 0,
    open: new Set(),
    is_broken: false,
    bell: createBell(),
  }
}

export async function drainEndpoint(
  delivering: Delivering,
  worker_id: string,
  pass: Pass,
  mustEnd: () => boolean,
): Promise<void> {
  const { endpoint } = pass
  const { at_a_time, a_pass } = lanes[endpoint.lane]
  const lines = createSlots(at_a_time)
  const unwritten = createSlots(MOST_UNWRITTEN)
  const last = new Map<string, Promise<void>>()
  try {
    for await (const { delivery, receiver } of eachDue(delivering, worker_id, pass, lines)) {
      await lines.take()
      await unwritten.take()
      if (pass.taken >= a_pass || isOver(pass) || mustEnd()) {
        unwritten.give()
        break
      }
      pass.taken++
      pass.open.add(delivery.event_id)
      const { object_id } = delivery
      const turn = last.get(object_id)
      const sent = send(delivering, { pass, receiver, delivery, turn, lines, unwritten }).then(
        () => void (last.get(object_id) === sent && last.delete(object_id)),
      )
      last.set(object_id, sent)
    }
  } finally {
    await unwritten.allFree()
  }
  await release(delivering, worker_id, pass)
}

/** A receiver that has begun to fail or hang goes to the other lane before the rest is tried. */
function isOver(pass: Pass): boolean {
  return pass.is_broken || (pass.endpoint.lane === 'fast' && isTroubled(pass))
}

function isTroubled({ failures, pace_ms = 0 }: Pass): boolean {
  return failures >= FAILING || pace_ms > SLOW_MS
}

interface Due {
  delivery: DueDelivery
  /** Where it goes; nowhere if the profile has no webhook_url any more. */
  receiver: Receiver | undefined
}

interface Sending extends Due {
  pass: Pass
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
  const close = () => {
    pass.open.delete(delivery.event_id)
    unwritten.give()
  }
  try {
    if (turn !== undefined) await turn
    const write = await answer(delivering, sending)
    void write().catch(broken).finally(close)
  } catch (error) {
    broken(error)
    close()
  } finally {
    lines.give()
    if (lines.areAllFree()) pass.bell.ring()
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
  const { duration_ms } = attempted
  pass.pace_ms = duration_ms + ((pass.pace_ms ?? duration_ms) - duration_ms) * STEADINESS
  delivering.attempted(attempted)
  return () => recordAttempt(delivering, delivery, attempted)
}

/** What is due, page after page, and where it goes; the next page is on its way while one is worked. */
async function* eachDue(
  { services }: Delivering,
  worker_id: string,
  { endpoint, bell, open }: Pass,
  lines: Slots,
): AsyncIterable<Due> {
  const read = (after: Place) => {
    const now = services.clock.now()
    const page = Promise.all([
      dueDeliveries(services.db, endpoint, worker_id, now, after, PAGE),
      services.clocks
        .now(endpoint.merchant_id)
        .then((moment) => webhookReceiver(services, endpoint, moment)),
    ])
    // Whoever leaves early does not wait for it.
    page.catch(() => undefined)
    return page
  }
  let begun_ms = monotonicMs()
  let known: ReadonlySet<string> = new Set()
  let last = START
  let next = read(last)
  for (;;) {
    const [page, receiver] = await next
    if (page.length === 0) {
      // While an answer is awaited, more can arrive.
      if (!lines.areAllFree()) await bell.heard(LOOK_AGAIN_MS)
      if (lines.areAllFree()) return
    }
    last = page.at(-1) ?? last
    const isTime = monotonicMs() - begun_ms > START_OVER_MS
    if (!isTime) next = read(last)
    for (const delivery of page) if (!known.has(delivery.event_id)) yield { delivery, receiver }
    if (!isTime) continue
    // All that was read is taken, so what is due and not among it is news.
    begun_ms = monotonicMs()
    known = new Set(open)
    last = START
    next = read(last)
  }
}

async function release({ services }: Delivering, worker_id: string, pass: Pass): Promise<void> {
  const { endpoint, failures, taken, is_broken } = pass
  const isSlow = taken === 0 ? endpoint.lane === 'slow' : isTroubled(pass) || is_broken
  const mustRest = failures >= FAILING || is_broken
  const now = addMs(services.clock.now(), mustRest ? REST_MS : 0)
  const learnt = { ...endpoint, lane: isSlow ? 'slow' : 'fast', failures } as const
  await releaseEndpoint(services.db, worker_id, learnt, now)
}
