import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { mergeMetadata } from '#http/fields.ts'
import { readRefund, toApi } from './read.ts'
import type { Refund, UpdateRefund } from './schema.ts'
import { refunds } from './store.ts'

/** `reason` and `metadata` can change in every state. */
export function updateRefund(
  context: Context,
  refund_id: string,
  input: UpdateRefund,
): Promise<Refund> {
  return retryOnConflict(async () => {
    const current = await readRefund(context, refund_id)
    const set = {
      reason: input.reason === undefined ? current.reason : input.reason,
      metadata: mergeMetadata(current.metadata, input.metadata),
      modified_at: context.now,
    }
    await context.commit(update(refunds, current, set))
    return toApi({ ...current, ...set })
  })
}
