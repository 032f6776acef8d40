import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { findMerchantClock } from '#kernel/merchant_clocks.ts'
import { Failure } from '#errors.ts'
import type { MerchantClock } from './schema.ts'

export async function getClock(context: Context): Promise<MerchantClock> {
  checkSandbox(context)
  const { db, clock, merchant_id } = context
  const ahead_ms = (await findMerchantClock(db, merchant_id))?.ahead_ms ?? 0
  return { merchant_id, now: addMs(clock.now(), ahead_ms), ahead_seconds: ahead_ms / 1000 }
}

/** In production there is no such route. */
export function checkSandbox({ environment }: Context): void {
  if (environment !== 'sandbox') throw new Failure('IR_02')
}
