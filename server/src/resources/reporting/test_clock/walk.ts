import { addMs, monotonicMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { TimerRow } from '#kernel/merchant_timers.ts'
import { releaseClock, setClock, type StoppedClock } from './movement.ts'
import type { ClockLead } from './read.ts'
import { ProviderClock } from './provider_clock.ts'
import { type WorkedOff, workOff } from './work_off.ts'

/**
 * Moves a stopped clock from stop to stop, to its target or until the deadline, and lets it go on. Returns the lead that
 * it had then.
 */
export async function walk(
  context: Context,
  from: StoppedClock,
  deadline_ms: number,
): Promise<ClockLead> {
  const wasReached = from.ahead_ms === from.target_ms
  const provider = new ProviderClock(context)
  let stopped = from
  let isReached = false
  let done: WorkedOff = { is_busy: true, failed: 0, next: [] }
  let known: readonly TimerRow[] = []
  let lead: ClockLead = stopped
  try {
    while (!isReached && monotonicMs() < deadline_ms) {
      done = await workOff(context, { clock: stopped, since: from.stopped_at, known }, deadline_ms)
      known = []
      if (done.is_busy) break
      if (await provider.update()) continue
      const moment = nextStop(context, stopped, [
        ...done.next.map(({ due }) => due),
        provider.next(stopped),
      ])
      isReached = moment === undefined
      if (moment === undefined) continue
      known = done.next.filter(({ due }) => due <= moment)
      const { ahead_ms } = stopped
      stopped = await setClock(context, stopped, moment)
      await provider.move(stopped.ahead_ms - ahead_ms)
    }
  } finally {
    // The next request tries rows that failed once more, and does not move the clock; then they are left to the workers.
    const isDone = isReached && (done.failed === 0 || wasReached)
    const target_ms = isDone ? null : stopped.target_ms
    const ahead_ms = await releaseClock(context, stopped, { isReached, target_ms })
    lead = { ahead_ms, target_ms }
    await provider.move(ahead_ms - stopped.ahead_ms)
  }
  return lead
}

/** The earliest moment that is not beyond the target. */
function nextStop(
  { clock }: Context,
  { target_ms }: StoppedClock,
  moments: readonly (Date | undefined)[],
): Date | undefined {
  const until = addMs(clock.now(), target_ms)
  const times = moments.flatMap((each) => (each && each <= until ? [each.getTime()] : []))
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}
