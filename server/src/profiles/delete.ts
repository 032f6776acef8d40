import { change, remove } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { readProfile } from './get.ts'
import { forgetProfile } from './in_force.ts'
import type { DeletedProfile } from './schema.ts'
import { profiles } from './store.ts'

export function deleteProfile(context: Context, profile_id: string): Promise<DeletedProfile> {
  return deciding(async () => {
    const current = await readProfile(context, profile_id)
    if (current.is_default) {
      throw new Failure(
        'IR_16',
        'The default profile cannot be deleted; a merchant always has one.',
      )
    }
    await context.committer.commit(change(remove(profiles, current)))
    forgetProfile(context, profile_id)
    return { profile_id, deleted: true as const }
  })
}
