import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { Owner } from '#resources/payments/customers/redact_rows.ts'
import { findView, findViewsOn, views } from './store.ts'

/** A view that names a customer is deleted with the customer. No view names a guest. */
export async function redactViews(context: Context, owner: Owner): Promise<boolean> {
  const customer = owner.find(({ column, value }) => column === 'customer_id' && value !== null)
  if (typeof customer?.value !== 'string') return false
  const rows = await findViewsOn(context.db, context.merchant_id, customer.value)
  await Promise.all(rows.map(({ view_id }) => retryOnConflict(() => removeView(context, view_id))))
  return false
}

async function removeView(context: Context, view_id: string): Promise<void> {
  const row = await findView(context.db, context.merchant_id, view_id)
  if (row !== undefined) await context.commit(remove(views, row))
}
