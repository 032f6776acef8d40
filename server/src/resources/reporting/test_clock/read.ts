import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { findMerchantClock, type MerchantClockRow, stopTime } from '#kernel/merchant_clocks.ts'
import { Failure } from '#errors.ts'
import type { MerchantClock } from './schema.ts'
import { readAgenda } from './store.ts'

const LIMITS = { due: 100, next: 0 }

export async function getClock(context: Context): Promise<MerchantClock> {
  checkSandbox(context)
  const { db, clock, merchant_id } = context
  const wall = clock.now()
  const found = await findMerchantClock(db, merchant_id)
  const now = await describeLead(context, found ?? { ahead_ms: 0, target_ms: null })
  return { ...now, now: (found && stopTime(found, wall)) ?? now.now }
}

/** A clock that goes on. */
export type ClockLead = Pick<MerchantClockRow, 'ahead_ms' | 'target_ms'>

export async function describeLead(
  context: Context,
  { ahead_ms, target_ms }: ClockLead,
): Promise<MerchantClock> {
  const wall = context.clock.now()
  return {
    merchant_id: context.merchant_id,
    now: addMs(wall, ahead_ms),
    ahead_seconds: Math.floor(ahead_ms / 1000),
    due_remaining: target_ms === null ? 0 : await countDue(context, addMs(wall, target_ms)),
  }
}

/** At least 1: a call that has not ended may be all that is left. */
async function countDue(context: Context, until: Date): Promise<number> {
  const { rows } = await readAgenda(context, { now: until, until }, LIMITS)
  return Math.max(1, rows.length)
}

/** The routes do not exist in production. */
export function checkSandbox({ environment }: Context): void {
  if (environment !== 'sandbox') throw new Failure('IR_02')
}
