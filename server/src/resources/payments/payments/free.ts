// A 0 payment that charges no one: a plan change with nothing to pay has one, so that its response always has a
// payment. It is stored as succeeded, without operation, event or analytics count.
import { type Insert, insert } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { newPayment } from './place.ts'
import { type PaymentRow, payments } from './store.ts'

interface FreeOf {
  readonly invoice_id: string
  readonly payment_id: string | null
  readonly profile_id: string
  readonly customer_id: string
  readonly subscription_id: string
  readonly currency: string
}

export async function freePayment(
  context: Context,
  { invoice_id, payment_id, profile_id, customer_id, subscription_id, currency }: FreeOf,
): Promise<{ payment: PaymentRow; write: Insert }> {
  if (payment_id === null) throw new Error('payments: a payment of 0 needs an id')
  const profile = await profileOfExisting(context, profile_id)
  const metadata = { subscription_id, invoice_id }
  const input = { amount: 0, currency, profile_id, customer_id, payment_id, metadata }
  const blank = await newPayment(context, profile, input, undefined, { invoice_id })
  const payment: PaymentRow = {
    ...blank,
    status: 'succeeded',
    captured_at: context.now,
  }
  return { payment, write: insert(payments, payment) }
}
