import type { Context } from '#kernel/context.ts'
import { readFacts, readOwned, toApi } from './read.ts'
import type { PaymentMethod } from './schema.ts'

export async function getPaymentMethod(
  context: Context,
  payment_method_id: string,
): Promise<PaymentMethod> {
  const { row, customer } = await readOwned(context, payment_method_id)
  return toApi(row, await readFacts(context, customer))
}
