import type { Context } from '#kernel/context.ts'
import { answerDispute } from './answer.ts'

/** The time to answer is over, and nobody has: the provider is told so. */
export async function expireDispute(context: Context, dispute_id: string): Promise<void> {
  await answerDispute(context, dispute_id, ({ status, expire_at, answer }) => {
    // A pending response decides first.
    const isDue = expire_at !== null && expire_at <= context.now && answer === null
    return isDue && status === 'dispute_opened' ? { verb: 'expire' } : undefined
  })
}
