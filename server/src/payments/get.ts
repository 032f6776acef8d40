import type { Context } from '../kernel/context.ts'
import { checkClient } from './client_access.ts'
import { readPayment } from './read.ts'
import type { Payment } from './schema.ts'
import { shown } from './shown.ts'

export async function getPayment(
  context: Context,
  payment_id: string,
  client_secret?: string,
): Promise<Payment> {
  await checkClient(context, payment_id, client_secret)
  return shown(context.keyring, await readPayment(context, payment_id))
}
