import type { Context } from '#kernel/context.ts'
import { readPaymentLink, toApi } from './read.ts'
import type { PaymentLink } from './schema.ts'

export async function getPaymentLink(
  context: Context,
  payment_link_id: string,
): Promise<PaymentLink> {
  return toApi(await readPaymentLink(context, payment_link_id))
}
