import type { Context } from '../kernel/context.ts'
import { readPayout } from './read.ts'
import type { Payout } from './schema.ts'
import { shown } from './shown.ts'

export async function getPayout(context: Context, payout_id: string): Promise<Payout> {
  return shown(context.keyring, await readPayout(context, payout_id))
}
