import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { checkSecondFactor } from './check.ts'
import type { SecondFactor, TwoFactorRemoved } from './schema.ts'

export const NO_SECOND_FACTOR = {
  totp_secret: null,
  totp_pending: null,
  totp_step: null,
  recovery_codes: [],
  second_factor_failures: 0,
}

/** The session alone is not enough: it may be stolen. */
export function removeTotp(context: Context, factor: SecondFactor): Promise<TwoFactorRemoved> {
  return retryOnConflict(async () => {
    const user = await currentUser(context)
    await checkSecondFactor(context, user, factor)
    await context.commit(
      userUpdate(user, { ...NO_SECOND_FACTOR, modified_at: context.clock.now() }),
    )
    return { two_factor_enabled: false as const }
  })
}
