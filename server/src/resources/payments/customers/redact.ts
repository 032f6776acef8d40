import { update } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { deletePaymentMethods } from '#resources/methods/payment_methods/saved.ts'
import { deletePayoutMethods } from '#resources/methods/payout_methods/saved.ts'
import { customers, findDeletedCustomer } from './store.ts'

// A request that read the customer before the deletion may still write for this long.
const IN_FLIGHT_MS = 120_000

/**
 * Redacts all objects that belong to a deleted customer: now, again when nothing that read the customer is in flight,
 * and then daily until all have ended.
 */
export async function redactCustomer(context: Context, customer_id: string): Promise<void> {
  const { db, merchant_id, now } = context
  const customer = await findDeletedCustomer(db, merchant_id, customer_id)
  if (!customer?.deleted_at || !customer.redact_at) return
  const owner = [{ column: 'customer_id', operator: '=', value: customer_id }] as const
  let isOpen = false
  for (const redact of context.registry.redactions) {
    isOpen = (await redact(context, owner)) || isOpen
  }
  const methods = await deleteMethods(context, customer_id)
  const last = addMs(customer.deleted_at, IN_FLIGHT_MS)
  const next = isOpen || methods.length > 0 ? addMs(now, DAY_MS) : null
  const redact_at = last > now ? last : next
  await context.commit(update(customers, customer, { redact_at }), ...methods)
}

/** Writes that delete a customer's saved methods. */
export async function deleteMethods(context: Context, customer_id: string) {
  const { merchant_id } = context
  const deleted = await Promise.all([
    deletePaymentMethods(context, merchant_id, customer_id),
    deletePayoutMethods(context, merchant_id, customer_id),
  ])
  return deleted.flat()
}
