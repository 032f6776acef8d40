import { insert, update } from '#kernel/change.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, sleep } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { CLOCK_LEASE_MS, findMerchantClock, merchantClocks } from '#kernel/merchant_clocks.ts'
import { Failure } from '#errors.ts'
import { bringDeliveriesForward } from '#resources/webhooks/bring_forward.ts'
import { checkSandbox, getClock } from './get.ts'
import type { AdvanceClock, MerchantClock } from './schema.ts'

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const
const MAX_AHEAD_MS = 3_650 * UNITS_MS.d
const MAX_ROUNDS = 20

/** Advances the merchant's clock and runs everything that is due by it before it returns. */
export async function advanceClock(context: Context, input: AdvanceClock): Promise<MerchantClock> {
  checkSandbox(context)
  const ms = durationMs(input.advance)
  await retryOnConflict(() => advance(context, ms))
  await bringDeliveriesForward(context, ms)
  // After this every process uses the new time.
  await sleep(CLOCK_LEASE_MS)
  for (const sweep of context.registry.sweeps) {
    for (let round = 0; round < MAX_ROUNDS && (await sweep.round(context)) > 0; round++);
  }
  return getClock(context)
}

async function advance({ db, commit, merchant_id, now }: Context, ms: number): Promise<void> {
  const current = await findMerchantClock(db, merchant_id)
  const ahead_ms = (current?.ahead_ms ?? 0) + ms
  if (ahead_ms > MAX_AHEAD_MS) {
    throw new Failure('IR_04', 'The test clock can be at most ten years ahead.', {
      field: 'advance',
    })
  }
  const modified_at = addMs(now, ms)
  const write = current
    ? update(merchantClocks, current, { ahead_ms, modified_at })
    : insert(merchantClocks, { merchant_id, ahead_ms, modified_at, version: 1 })
  await commit(write)
}

function durationMs(text: string): number {
  const unit = text.slice(-1) as keyof typeof UNITS_MS
  return Number(text.slice(0, -1)) * UNITS_MS[unit]
}
