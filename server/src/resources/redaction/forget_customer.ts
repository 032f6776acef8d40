import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { finishForgetting, readForgotten } from '#resources/customers/forget.ts'
import { redactRows } from '#resources/customers/redacted.ts'
import { paymentRedaction } from '#resources/payments/redact.ts'
import { payoutRedaction } from '#resources/payouts/redact.ts'

// A request that read the customer just before the deletion may still write after it.
const LAST_WRITES_MS = 60_000

/** Looked for at once, and once more when nothing that knew the customer can still be under way. */
export async function forgetCustomer(context: Context, customer_id: string): Promise<void> {
  const customer = await readForgotten(context, customer_id)
  if (customer === undefined) return
  await redactRows(context, paymentRedaction, customer_id)
  await redactRows(context, payoutRedaction, customer_id)
  const last = addMs(customer.deleted_at, LAST_WRITES_MS)
  await finishForgetting(context, customer, last <= context.now ? null : last)
}
