// The links in mails to users, as their tokens prove them.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { userById } from '#resources/people/users/access.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { idsIn, isResetToken } from '#resources/people/users/tokens.ts'

/** One message for a token that never existed, was used, or has expired. */
export function invalidToken(): Failure {
  const message = 'This link is not valid: it was used, replaced by a newer one, or has expired.'
  return new Failure('IR_04', message, { field: 'token' })
}

/** The user whose password the token resets; the link's page reads it too. */
export async function userToReset(
  { db, clock, keyring }: Context,
  token: string,
): Promise<UserRow> {
  const [user_id = ''] = idsIn(token)
  const user = await userById(db, user_id)
  const expires_at = user?.reset_expires_at
  const isOpen = expires_at !== undefined && expires_at !== null && clock.now() < expires_at
  if (user === undefined || !isOpen || !isResetToken(keyring, user, token)) throw invalidToken()
  return user
}
