// A clock movement: it stops the merchant's clock, sets it from stop to stop, and restarts it. Its target is stored,
// so that the next request continues a movement that ran out of time or whose process died.
import { insert, update } from '#kernel/change.ts'
import { addMs, DAY_MS, monotonicMs, sleep } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import {
  CLOCK_LEASE_MS,
  findMerchantClock,
  merchantClocks,
  type MerchantClockRow,
  stopTime,
} from '#kernel/merchant_clocks.ts'
import { Failure } from '#errors.ts'

const MAX_AHEAD_MS = 3_650 * DAY_MS
/** Longer than the work at one stop usually takes. */
const HOLD_MS = 30_000
const POLL_MS = 50

export type StoppedClock = MerchantClockRow & { stopped_at: Date; target_ms: number }

/** Stops the clock. Resolves after a lease: from then on every process reads it afresh. */
export async function stopClock(
  context: Context,
  ms: number,
  deadline_ms: number,
): Promise<StoppedClock> {
  const { db, clock, merchant_id } = context
  for (;;) {
    const current = await findMerchantClock(db, merchant_id)
    const isFree = current === undefined || stopTime(current, clock.now()) === undefined
    const stopped = isFree ? await tryStop(context, current, ms) : undefined
    if (stopped !== undefined) {
      await sleep(CLOCK_LEASE_MS)
      return stopped
    }
    if (monotonicMs() > deadline_ms) {
      throw new Failure('IR_16', 'Another request is moving the clock. Repeat this one later.')
    }
    await sleep(POLL_MS)
  }
}

/** Undefined if another request was faster. A target that was not reached comes first. */
async function tryStop(
  { tryCommit, clock, clocks, merchant_id }: Context,
  current: MerchantClockRow | undefined,
  ms: number,
): Promise<StoppedClock | undefined> {
  const { ahead_ms, target_ms: earlier } = current ?? { ahead_ms: 0, target_ms: null }
  const target_ms = earlier ?? ahead_ms + ms
  if (target_ms > MAX_AHEAD_MS) {
    throw new Failure('IR_04', 'The test clock can be at most ten years ahead.', {
      field: 'advance',
    })
  }
  const wall = clock.now()
  const stopped_at = addMs(wall, ahead_ms)
  const stopped_until = addMs(wall, HOLD_MS)
  const set = { ahead_ms, stopped_at, stopped_until, target_ms, modified_at: stopped_at }
  const version = (current?.version ?? 0) + 1
  const write = current
    ? update(merchantClocks, current, set)
    : insert(merchantClocks, { merchant_id, ...set, version })
  if (!(await tryCommit(write))) return undefined
  const stopped = { merchant_id, ...set, version }
  clocks.hold(merchant_id, stopped)
  return stopped
}

/** Refused if another process took the clock over, because this one did not answer for too long. */
export async function setClock(
  context: Context,
  current: StoppedClock,
  moment: Date,
): Promise<StoppedClock> {
  const wall = context.clock.now()
  const left_ms = moment.getTime() - wall.getTime()
  const ahead_ms = Math.min(current.target_ms, Math.max(current.ahead_ms, left_ms))
  const stopped_until = addMs(wall, HOLD_MS)
  const set = { ahead_ms, stopped_at: moment, stopped_until, modified_at: moment }
  await context.commit(update(merchantClocks, current, set))
  const next = { ...current, ...set, version: current.version + 1 }
  context.clocks.hold(current.merchant_id, next)
  return next
}

/** Lets the clock go on, from its target if that was reached, and otherwise from its stop. Returns how far it is ahead. */
export async function releaseClock(
  context: Context,
  current: MerchantClockRow,
  { isReached, target_ms }: { isReached: boolean; target_ms: number | null },
): Promise<number> {
  const ahead_ms = (isReached ? current.target_ms : null) ?? current.ahead_ms
  const modified_at = addMs(context.clock.now(), ahead_ms)
  const set = { ahead_ms, stopped_at: null, stopped_until: null, target_ms, modified_at }
  try {
    await context.commit(update(merchantClocks, current, set))
  } finally {
    context.clocks.hold(current.merchant_id, undefined)
  }
  return ahead_ms
}
