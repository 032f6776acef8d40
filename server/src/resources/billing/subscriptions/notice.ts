// A customer whose card expires before the next renewal gets a mail in time.
import { addIntervals } from '#kernel/calendar.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { PaymentMethodRow } from '#resources/methods/payment_methods/saved.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import { change } from './lifecycle.ts'
import { readParts, readSubscription } from './read.ts'

/** The customer needs some days to find another card. */
const NOTICE_MS = 14 * DAY_MS

type Masked = PaymentMethodRow['payment_method_data']

/** The warning time; null if the card is valid on the next renewal day. */
export function noticeAt(masked: Masked | null, renewal: Date | null, now: Date): Date | null {
  const until = masked && validUntil(masked)
  if (!until || renewal === null || until > renewal) return null
  const in_time = addMs(renewal, -NOTICE_MS)
  return in_time > now ? in_time : now
}

/** A card is valid until its month ends. */
function validUntil({ card }: Masked): Date | undefined {
  const { exp_month: month, exp_year: year } = (card ?? {}) as Record<string, unknown>
  if (typeof month !== 'string' || typeof year !== 'string') return undefined
  const full = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  const first = new Date(Date.UTC(full, Number(month) - 1, 1))
  return addIntervals(first, 'month', 1)
}

export function sendNotice(context: Context, subscription_id: string): Promise<void> {
  return retryOnConflict(async () => {
    const current = await readSubscription(context, subscription_id)
    const { notice_at, status, merchant_id, cycles_billed } = current
    if (notice_at === null || notice_at > context.now) return
    const isRenewed = status === 'active' || status === 'trial'
    const parts = await readParts(context, current)
    const { writes } = change(current, [], { notice_at: null }, parts, context.now)
    const facts = { subscription_id, invoice_id: null }
    const occasion = `${subscription_id}/${cycles_billed}`
    const about = { merchant_id, email: null, facts, occasion }
    const mail = isRenewed ? [requestMail('card_expiring', about, context.now)] : []
    await context.commit(...writes, ...mail)
  })
}
