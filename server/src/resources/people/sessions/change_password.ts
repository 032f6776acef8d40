import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { normal } from '#kernel/passwords.ts'
import { Failure } from '#errors.ts'
import type { WithHeaders } from '#http/download.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { accountMail, mailOccasion } from './account_mail.ts'
import { endSessions, newPassword, passwordChanged, userWithPassword } from './password.ts'
import type { ChangePassword, PasswordChanged } from './schema.ts'

/** Ends all other sessions: one may be the reason. */
export async function changePassword(
  context: Context,
  { old_password, new_password, device_token }: ChangePassword,
): Promise<WithHeaders<PasswordChanged>> {
  const { email } = await currentUser(context)
  const checked = await userWithPassword(context, { email, password: old_password, device_token })
  if (checked === undefined) throw wrongOldPassword()
  if (normal(old_password) === normal(new_password)) {
    throw new Failure('IR_04', 'The new password is the old one.', { field: 'new_password' })
  }
  const set = await newPassword(context, checked, new_password, 'new_password')
  await retryOnConflict(async () => {
    const user = await currentUser(context)
    if (user.password_hash !== checked.password_hash) throw wrongOldPassword()
    // A link that was mailed before the change works no more.
    const used = { resets: user.resets + 1, reset_expires_at: null }
    const ended = await endSessions(context, user.user_id, context.caller.session?.session_id)
    const mail = await accountMail(context, 'password_changed', user, mailOccasion(user))
    await context.commit(userUpdate(user, { ...set, ...used }), ...ended, ...mail)
  })
  const message = 'The password is changed. All other sessions have ended.'
  const isCookie = context.request?.headers.authorization === undefined
  return passwordChanged(context, checked.user_id, message, isCookie, device_token)
}

function wrongOldPassword(): Failure {
  return new Failure('IR_04', 'The old password is wrong.', { field: 'old_password' })
}
