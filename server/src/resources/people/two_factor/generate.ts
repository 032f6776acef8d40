import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { checkSecondFactor } from './check.ts'
import type { EnrolTotp, RecoveryCodes } from './schema.ts'
import { newRecoveryCodes } from './secret.ts'

/** Replaces all codes, used or not. */
export function generateRecoveryCodes(
  context: Context,
  { totp }: EnrolTotp,
): Promise<RecoveryCodes> {
  return retryOnConflict(async () => {
    const user = await currentUser(context)
    const used = await checkSecondFactor(context, user, { totp })
    const { codes, hashes } = newRecoveryCodes(context, user.user_id)
    const set = { ...used, recovery_codes: hashes, modified_at: context.clock.now() }
    await context.commit(userUpdate(user, set))
    return { recovery_codes: codes }
  })
}
