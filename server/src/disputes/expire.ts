import type { Context } from '../kernel/context.ts'
import { answerDispute } from './answer_dispute.ts'

/** The time to answer is over, and nobody has: the provider is told so. */
export async function expireDispute(context: Context, dispute_id: string): Promise<void> {
  await answerDispute(context, dispute_id, ({ status, expire_at }) => {
    const isDue = expire_at !== null && expire_at <= context.now
    return isDue && status === 'dispute_opened' ? { verb: 'expire' } : undefined
  })
}
