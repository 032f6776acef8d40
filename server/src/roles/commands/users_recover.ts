import { retryOnConflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { UsageError } from '#errors.ts'
import { deleteAllPasskeys } from '#resources/people/passkeys/delete_all.ts'
import { endSessions } from '#resources/people/sessions/password.ts'
import { NO_SECOND_FACTOR } from '#resources/people/two_factor/remove.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import { userByEmail, type UserRow } from '#resources/people/users/read.ts'
import { renewReset } from '#resources/people/users/renew_reset.ts'
import { resetToken, resetUrl } from '#resources/people/users/tokens.ts'
import { commandEntry } from './audit.ts'

async function readUser({ db }: Services, email: string): Promise<UserRow> {
  const user = await userByEmail(db, email)
  if (user !== undefined) return user
  throw new UsageError(
    `There is no user with the address ${email}: \`florin-server users list\` lists them.`,
  )
}

/** The link; earlier ones stop working. */
export function renewResetLink(services: Services, email: string): Promise<string> {
  return retryOnConflict(async () => {
    const user = await readUser(services, email)
    const { user_id } = user
    const { row, write } = renewReset(user, services.clock.now())
    await services.commit(write, commandEntry(services, 'users reset-link', { user_id }))
    return resetUrl(services.public_url, resetToken(services.keyring, row))
  })
}

/** Returns the number of sessions that it ended: one may belong to a thief with the lost device. */
export function removeSecondFactor(services: Services, email: string): Promise<number> {
  return retryOnConflict(async () => {
    const user = await readUser(services, email)
    const { user_id } = user
    const ended = await endSessions(services, user_id)
    await services.commit(
      userUpdate(user, { ...NO_SECOND_FACTOR, modified_at: services.clock.now() }),
      commandEntry(services, 'users reset-2fa', { user_id }),
      ...ended,
      ...(await deleteAllPasskeys(services, user_id)),
    )
    return ended.length
  })
}
