import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { accountMail, mailOccasion } from '#resources/people/sessions/account_mail.ts'
import { endSessions } from '#resources/people/sessions/password.ts'
import { verifySession } from '#resources/people/sessions/verify.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { alreadyEnabled } from './begin.ts'
import { usedBy, wrongCode } from './check.ts'
import type { EnrolTotp, RecoveryCodes } from './schema.ts'
import { newRecoveryCodes } from './secret.ts'

/** From now on signing in needs a code. Ends the other sessions, which began without one. */
export function enrolTotp(context: Context, { totp }: EnrolTotp): Promise<RecoveryCodes> {
  return retryOnConflict(async () => {
    const user = await currentUser(context)
    const { user_id, totp_pending } = user
    if (user.totp_secret !== null) throw alreadyEnabled()
    if (totp_pending === null) {
      throw new Failure('IR_14', 'Get a secret first, with POST /user/2fa/totp/begin.')
    }
    const used = usedBy(context, { ...user, totp_secret: totp_pending, totp_step: null }, { totp })
    if (used === undefined) throw wrongCode()
    const { codes, hashes } = newRecoveryCodes(context, user_id)
    const enrolled = { totp_secret: totp_pending, totp_pending: null, recovery_codes: hashes }
    const set = { ...enrolled, ...used, modified_at: context.clock.now() }
    const ended = await endSessions(context, user_id, context.caller.session?.session_id)
    const mail = await accountMail(context, 'two_factor_added', user, mailOccasion(user))
    const session = await verifySession(context)
    await context.commit(userUpdate(user, set), session.write, ...ended, ...mail)
    return { recovery_codes: codes }
  })
}
