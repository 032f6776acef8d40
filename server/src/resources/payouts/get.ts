import type { Context } from '#kernel/context.ts'
import { readPayout } from './read.ts'
import type { Payout } from './schema.ts'
import { toApi } from './to_api.ts'

export async function getPayout(context: Context, payout_id: string): Promise<Payout> {
  return toApi(context.keyring, await readPayout(context, payout_id))
}
