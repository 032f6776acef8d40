import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { mergeMetadata } from '#http/fields.ts'
import { checkDefault } from './default_method.ts'
import { readCustomer, withDefault } from './read.ts'
import type { Customer, UpdateCustomer } from './schema.ts'
import { type CustomerRow, customers } from './store.ts'

/** Absent leaves a field as it is, null clears it, metadata is merged. */
export function updateCustomer(
  context: Context,
  customer_id: string,
  input: UpdateCustomer,
): Promise<Customer> {
  return retryOnConflict(async () => {
    const current = await readCustomer(context, customer_id)
    const chosen = await checkDefault(context, customer_id, input)
    const set = decideUpdate(current, input, context.now)
    await context.commit(update(customers, current, set), ...chosen)
    return withDefault(context, { ...current, ...set })
  })
}

/** All columns are written, in one order, so that every update is the same prepared statement. */
function decideUpdate(current: CustomerRow, input: UpdateCustomer, now: Date) {
  const { merchant_id: _, customer_id: __, version: ___, ...columns } = { ...current, ...input }
  const metadata = mergeMetadata(current.metadata, input.metadata)
  const isCleared = input.default_payment_method_id === null
  const default_cleared_at = isCleared ? now : current.default_cleared_at
  return { ...columns, metadata, default_cleared_at, modified_at: now }
}
