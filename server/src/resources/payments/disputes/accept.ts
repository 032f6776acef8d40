import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { answerDispute } from './answer.ts'
import type { Dispute } from './schema.ts'
import { toApi } from './read.ts'
import { dispute } from './state.ts'

/** The merchant accepts the dispute; the money is lost. */
export async function acceptDispute(context: Context, dispute_id: string): Promise<Dispute> {
  const row = await answerDispute(context, dispute_id, ({ status }) => {
    if (allows(dispute, status, 'accept')) return { verb: 'accept' }
    throw new Failure('IR_14', `A dispute with the status ${status} cannot be accepted.`)
  })
  return toApi(row)
}
