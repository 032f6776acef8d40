import type { Context } from '#kernel/context.ts'
import type { Owner } from '#resources/payments/customers/redact_rows.ts'
import { eraseObject } from './store.ts'

const BATCH = 500

/** Requests that name a customer lose their ids and bodies. No body has a guest's data. */
export async function redactRequests(context: Context, owner: Owner): Promise<boolean> {
  const { db, merchant_id } = context
  const customer = owner.find(({ column, value }) => column === 'customer_id' && value !== null)
  if (typeof customer?.value !== 'string') return false
  while ((await eraseObject(db, merchant_id, customer.value, BATCH)) === BATCH);
  return false
}
