import type { Context } from '#kernel/context.ts'
import { readPayout, toApi } from './read.ts'
import type { Payout } from './schema.ts'

export async function getPayout(context: Context, payout_id: string): Promise<Payout> {
  return toApi(context, await readPayout(context, payout_id))
}
