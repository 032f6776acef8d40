import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'

/**
 * Refuses a refund above the limit of the user's role. All refunds of the payment count, so splitting one gains nothing.
 * True: the limit applies, and the commit must find the payment as it was read.
 */
export function checkRefundLimit(
  { caller: { session } }: Pick<Context, 'caller'>,
  { currency, amount_refunded }: PaymentRow,
  amount: number,
): boolean {
  const limits = session?.refund_limit ?? null
  if (limits === null) return false
  const limit = limits.find((each) => each.currency === currency)
  if (limit === undefined) {
    const named = limits.map((each) => each.currency).join(', ')
    const message = `Your role refunds payments in ${named} only, not in ${currency}. Ask a colleague whose role may.`
    throw new Failure('AU_03', message, { field: 'amount', details: { refund_limit: null } })
  }
  if (amount_refunded + amount <= limit.amount) return true
  const earlier = amount_refunded > 0 ? `, and ${amount_refunded} of this one are refunded` : ''
  const message = `Your role refunds at most ${limit.amount} ${currency} of a payment${earlier}. Ask a colleague whose role may refund more.`
  const details = { refund_limit: limit.amount, amount_refunded }
  throw new Failure('AU_03', message, { field: 'amount', details })
}
