import type { Context } from '#kernel/context.ts'
import { readDispute, toApi } from './read.ts'
import type { Dispute } from './schema.ts'

export async function getDispute(context: Context, dispute_id: string): Promise<Dispute> {
  return toApi(await readDispute(context, dispute_id))
}
