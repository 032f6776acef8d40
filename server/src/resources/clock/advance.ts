import { insert, update } from '#kernel/change.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, sleep } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { findMerchantClock, merchantClocks } from '#kernel/merchant_clocks.ts'
import { Failure } from '#errors.ts'
import { bringDeliveriesForward } from '#resources/webhooks/bring_forward.ts'
import { checkSandbox, getClock } from './get.ts'
import type { AdvanceClock, MerchantClock } from './schema.ts'

const UNITS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const
const FURTHEST_MS = 3_650 * UNITS_MS.d
const MOST_ROUNDS = 20

/** Moves the merchant's clock forward, runs what has come due by it, and only then answers. */
export async function advanceClock(context: Context, input: AdvanceClock): Promise<MerchantClock> {
  checkSandbox(context)
  const ms = lengthOf(input.advance)
  await retryOnConflict(() => move(context, ms))
  await bringDeliveriesForward(context, ms)
  // From now on every process goes by it.
  await sleep(LEASE_MS)
  for (const sweep of context.registry.sweeps) {
    for (let round = 0; round < MOST_ROUNDS && (await sweep.round(context)) > 0; round++);
  }
  return getClock(context)
}

async function move({ db, commit, merchant_id, now }: Context, ms: number): Promise<void> {
  const current = await findMerchantClock(db, merchant_id)
  const ahead_ms = (current?.ahead_ms ?? 0) + ms
  if (ahead_ms > FURTHEST_MS) {
    throw new Failure('IR_04', 'A clock can be ten years ahead at most.', { field: 'advance' })
  }
  const modified_at = addMs(now, ms)
  const write = current
    ? update(merchantClocks, current, { ahead_ms, modified_at })
    : insert(merchantClocks, { merchant_id, ahead_ms, modified_at, version: 1 })
  await commit(write)
}

function lengthOf(text: string): number {
  const unit = text.slice(-1) as keyof typeof UNITS_MS
  return Number(text.slice(0, -1)) * UNITS_MS[unit]
}
