import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { totpUrl } from '#kernel/totp.ts'
import { Failure } from '#errors.ts'
import { PRODUCT } from '#resources/people/sessions/password.ts'
import { checkRecentSignIn } from '#resources/people/sessions/recent.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { currentUser } from '#resources/people/users/read.ts'
import type { TotpSecret } from './schema.ts'
import { newSecret, sealSecret } from './secret.ts'

/** A new secret each time; nothing changes about signing in until a code proves that an app has it. */
export async function beginTotp(context: Context): Promise<TotpSecret> {
  await checkRecentSignIn(context)
  return retryOnConflict(async () => {
    const user = await currentUser(context)
    if (user.totp_secret !== null) throw alreadyEnabled()
    const secret = newSecret()
    const totp_pending = sealSecret(context, user.user_id, secret)
    await context.commit(userUpdate(user, { totp_pending, modified_at: context.clock.now() }))
    return { secret, totp_url: totpUrl(PRODUCT, user.email, secret) }
  })
}

export function alreadyEnabled(): Failure {
  const message = 'You have a second factor already. To replace it, remove it first.'
  return new Failure('IR_14', message)
}
