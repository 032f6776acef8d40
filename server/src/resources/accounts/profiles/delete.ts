import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { evictProfile, readProfile } from './read.ts'
import type { DeletedProfile } from './schema.ts'
import { findOpenObject, profiles } from './store.ts'

/**
 * The row stays, marked as deleted, because existing objects still send webhooks with its settings. So does a payment
 * that another process creates meanwhile under its profile lease.
 */
export function deleteProfile(context: Context, profile_id: string): Promise<DeletedProfile> {
  return retryOnConflict(async () => {
    const { merchant_id, now: deleted_at } = context
    const current = await readProfile(context, profile_id)
    if (current.is_default) {
      throw new Failure(
        'IR_16',
        'The default profile cannot be deleted. Make another profile the default first.',
      )
    }
    const open = await findOpenObject(context.db, merchant_id, profile_id)
    if (open) {
      const message = `The profile is in use: the ${open.what.replace('_', ' ')} ${open.id} is not in a final state. Finish it or cancel it first.`
      throw new Failure('IR_16', message, { details: { [`${open.what}_id`]: open.id } })
    }
    const set = { deleted_at, modified_at: deleted_at }
    await context.commit(update(profiles, current, set))
    evictProfile(context, profile_id)
    return { profile_id, deleted: true as const }
  })
}
