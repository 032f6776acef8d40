import type { Context } from '#kernel/context.ts'
import { change } from './lifecycle.ts'
import { readParts } from './read.ts'
import type { SubscriptionRow } from './store.ts'

/**
 * Computes the timer for a row that an older release wrote. If all periods in its price are paid, it is not renewed.
 */
export async function reschedule(
  context: Context,
  current: SubscriptionRow,
  set: Partial<Pick<SubscriptionRow, 'cycles'>> = {},
): Promise<void> {
  const parts = await readParts(context, current)
  await context.commit(...change(current, [], set, parts, context.now).writes)
}
