import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { WithHeaders } from '#http/download.ts'
import { userById, userUpdate } from '#resources/users/access.ts'
import type { UserRow } from '#resources/users/read.ts'
import { idsIn, isResetToken } from '#resources/users/tokens.ts'
import { endSessions, newPassword, passwordChanged } from './password.ts'
import type { PasswordChanged, ResetPassword } from './schema.ts'

/** One message for a token that never existed, was used, or has expired. */
export function invalidToken(): Failure {
  const message = 'This link is not valid: it was used, replaced by a newer one, or has expired.'
  return new Failure('IR_04', message, { field: 'token' })
}

/**
 * Signs nobody in, because the mailbox alone does not prove the second factor. But this device is known from now on, so the
 * owner can sign in here while others guess the password.
 */
export async function resetPassword(
  context: Context,
  { token, password, transport = 'bearer' }: ResetPassword,
): Promise<WithHeaders<PasswordChanged>> {
  const set = await newPassword(context, await userOf(context, token), password, 'password')
  const { user_id } = await retryOnConflict(async () => {
    const user = await userOf(context, token)
    const used = { resets: user.resets + 1, reset_expires_at: null }
    const ended = await endSessions(context, user.user_id)
    await context.commit(userUpdate(user, { ...set, ...used }), ...ended)
    return user
  })
  const message = 'The password is changed. Sign in with it.'
  return passwordChanged(context, user_id, message, transport === 'cookie')
}

/** Whose password the token resets; the page of the link reads it too. */
export async function userOf({ db, clock, keyring }: Context, token: string): Promise<UserRow> {
  const [user_id = ''] = idsIn(token)
  const user = await userById(db, user_id)
  const expires_at = user?.reset_expires_at
  const isOpen = expires_at !== undefined && expires_at !== null && clock.now() < expires_at
  if (user === undefined || !isOpen || !isResetToken(keyring, user, token)) throw invalidToken()
  return user
}
