import { update } from '#kernel/change.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { customers, findDeletedCustomer } from './store.ts'

// A request that read the customer just before the deletion may still write after it.
const LAST_WRITES_MS = 60_000

/** Removes a deleted customer from all objects: at once, and again when no request that knew the customer can be in flight. */
export async function redactCustomer(context: Context, customer_id: string): Promise<void> {
  const { db, merchant_id, now } = context
  const customer = await findDeletedCustomer(db, merchant_id, customer_id)
  if (!customer?.deleted_at || !customer.redact_at) return
  for (const redact of context.registry.redactions) await redact(context, customer_id)
  const last = addMs(customer.deleted_at, LAST_WRITES_MS)
  const redact_at = last <= now ? null : last
  await context.commit(update(customers, customer, { redact_at }))
}
