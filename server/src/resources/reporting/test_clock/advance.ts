import { DAY_MS, HOUR_MS, MINUTE_MS, monotonicMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { bringDeliveriesForward } from '#resources/notifications/webhooks/bring_forward.ts'
import { checkSandbox, describeLead } from './read.ts'
import { stopClock } from './movement.ts'
import type { AdvanceClock, MerchantClock } from './schema.ts'
import { walk } from './walk.ts'

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const
/** Shorter than client and proxy timeouts. */
const WORK_MS = 20_000
const MAX_ROUNDS = 20

/**
 * Advances the merchant's clock from one moment at which something is due to the next, and runs what is due at each.
 * So the outcome does not depend on how many requests advance it.
 */
export async function advanceClock(context: Context, input: AdvanceClock): Promise<MerchantClock> {
  checkSandbox(context)
  const deadline_ms = monotonicMs() + WORK_MS
  const stopped = await stopClock(context, durationMs(input.advance), deadline_ms)
  const lead = await walk(context, stopped, deadline_ms)
  await runSweeps(context, deadline_ms)
  // Last, because an attempt that ended during the movement has then found its next time.
  await bringDeliveriesForward(context)
  // Another request may have moved the clock since.
  return describeLead(context, lead)
}

/** Runs work that is not due at a merchant's moment, such as analytics counts. */
async function runSweeps(context: Context, deadline_ms: number): Promise<void> {
  for (const { timer, round } of context.registry.sweeps) {
    if (timer !== undefined) continue
    for (let n = 0; n < MAX_ROUNDS && monotonicMs() < deadline_ms; n++) {
      if ((await round(context)) === 0) break
    }
  }
}

function durationMs(text: string): number {
  const unit = text.slice(-1) as keyof typeof UNITS_MS
  return Number(text.slice(0, -1)) * UNITS_MS[unit]
}
