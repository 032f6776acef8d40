import { addMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { finishForgetting, readForgotten } from '../customers/forget.ts'
import { redactPayments } from '../payments/redact.ts'
import { redactPayouts } from '../payouts/redact.ts'

type Redaction = (context: Context, customer_id: string) => Promise<void>

/** Every folder whose objects carry what a customer is called. */
const redactions: readonly Redaction[] = [redactPayments, redactPayouts]

// A request that read the customer just before the deletion may still write after it.
const LAST_WRITES_MS = 60_000

/** Looked for at once, and once more when nothing that knew the customer can still be under way. */
export async function forgetCustomer(context: Context, customer_id: string): Promise<void> {
  const customer = await readForgotten(context, customer_id)
  if (customer === undefined) return
  for (const redact of redactions) await redact(context, customer_id)
  const last = addMs(customer.deleted_at, LAST_WRITES_MS)
  await finishForgetting(context, customer, last <= context.now ? null : last)
}
