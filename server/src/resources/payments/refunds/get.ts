import type { Context } from '#kernel/context.ts'
import { readRefund, toApi } from './read.ts'
import type { Refund } from './schema.ts'

export async function getRefund(context: Context, refund_id: string): Promise<Refund> {
  return toApi(await readRefund(context, refund_id))
}
