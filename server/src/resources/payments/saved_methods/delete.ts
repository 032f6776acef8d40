import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { withoutMethod } from '#resources/payments/customers/default_method.ts'
import { deletePaymentMethod } from '#resources/methods/payment_methods/saved.ts'
import { readOwned } from './read.ts'
import type { DeletedPaymentMethod } from './schema.ts'

/** Deletes the method and its card in the vault. Payments that were made with it stay as they are. */
export async function deleteSavedMethod(
  context: Context,
  payment_method_id: string,
): Promise<DeletedPaymentMethod> {
  await retryOnConflict(async () => {
    const { row, customer } = await readOwned(context, payment_method_id)
    const cleared = await withoutMethod(context, customer, row)
    await context.commit(...deletePaymentMethod(row), cleared)
  })
  return { payment_method_id, deleted: true }
}
