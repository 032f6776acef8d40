import type { Context } from '../kernel/context.ts'
import { checkClient } from './client_access.ts'
import { expand } from './expand.ts'
import { readPayment } from './read.ts'
import type { GetPayment, Payment } from './schema.ts'
import { shown } from './shown.ts'

export async function getPayment(
  context: Context,
  payment_id: string,
  asked: GetPayment = {},
): Promise<Payment> {
  await checkClient(context, payment_id, asked.client_secret)
  const beside = await expand(context, payment_id, asked.expand)
  return { ...shown(context.keyring, await readPayment(context, payment_id)), ...beside }
}
