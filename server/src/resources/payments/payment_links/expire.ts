import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { advance } from './lifecycle.ts'
import { readPaymentLink } from './read.ts'
import { paymentLink } from './state.ts'

export function expirePaymentLink(context: Context, payment_link_id: string): Promise<void> {
  return retryOnConflict(async () => {
    const current = await readPaymentLink(context, payment_link_id)
    const isDue = current.expire_at !== null && current.expire_at <= context.now
    if (!isDue || !allows(paymentLink, current.status, 'expire')) return
    await context.commit(...advance(current, 'expire', {}, context.now).writes)
  })
}
