import type { Context } from '#kernel/context.ts'
import { checkClient } from '#http/client_access.ts'
import { expand } from './expand.ts'
import { readPayment } from './read.ts'
import type { GetPayment, Payment } from './schema.ts'
import { toApi } from './to_api.ts'

export async function getPayment(
  context: Context,
  payment_id: string,
  asked: GetPayment = {},
): Promise<Payment> {
  const read = () => readPayment(context, payment_id)
  const { client_secret } = asked
  await checkClient(context, 'payment', payment_id, { client_secret }, read)
  const beside = await expand(context, payment_id, asked.expand)
  return { ...toApi(context.keyring, await read()), ...beside }
}
