import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { WithHeaders } from '#http/download.ts'
import { deleteAllPasskeys } from '#resources/people/passkeys/delete_all.ts'
import { accountMail, mailOccasion } from '#resources/people/sessions/account_mail.ts'
import { userToReset } from '#resources/people/sessions/links.ts'
import { endSessions, newPassword, passwordChanged } from '#resources/people/sessions/password.ts'
import { NO_SECOND_FACTOR } from '#resources/people/two_factor/remove.ts'
import { userUpdate } from '#resources/people/users/access.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import type { Factors, PasswordReset, ResetPassword } from './schema.ts'

/**
 * Starts no session, because the mailbox alone does not prove the second factor. But this device is known from now
 * on, so the owner can sign in here while others guess the password.
 */
export async function resetPassword(
  context: Context,
  { token, password, transport = 'bearer' }: ResetPassword,
): Promise<WithHeaders<PasswordReset>> {
  const set = await newPassword(context, await userToReset(context, token), password, 'password')
  const { user_id, factors } = await retryOnConflict(async () => {
    const user = await userToReset(context, token)
    const factors = await factorsAfter(context, user)
    const proven = { mailbox_proven_at: user.mailbox_proven_at ?? context.clock.now() }
    const used = { resets: user.resets + 1, reset_expires_at: null, totp_pending: null }
    // Anyone who guessed codes knew the earlier password.
    const unlocked = { second_factor_failures: 0 }
    const ended = await endSessions(context, user.user_id)
    const changed = userUpdate(user, { ...set, ...used, ...unlocked, ...proven, ...factors.set })
    const facts = { removed: factors.writes.length > 0 || factors.removed.two_factor }
    const mail = await accountMail(context, 'password_changed', user, mailOccasion(user), facts)
    await context.commit(changed, ...factors.writes, ...ended, ...mail)
    return { user_id: user.user_id, factors }
  })
  const { removed, remaining } = factors
  const message = `The password is changed. Sign in with it.${describe(removed)}`
  const { body, headers } = passwordChanged(context, user_id, message, transport === 'cookie')
  return new WithHeaders({ ...body, removed, remaining }, headers)
}

interface Decided {
  readonly set: Partial<UserRow>
  readonly writes: readonly Write[]
  readonly removed: Factors
  readonly remaining: Factors
}

const NONE: Factors = { passkeys: 0, two_factor: false }

/**
 * Factors stay if the mailbox was already proven: a mailbox is no second factor. Before that, the person who handed
 * out the invitation link may have added them, so this first proof removes them.
 */
async function factorsAfter(context: Context, user: UserRow): Promise<Decided> {
  const passkeys = await deleteAllPasskeys(context, user.user_id)
  const all = { passkeys: passkeys.length, two_factor: user.totp_secret !== null }
  if (user.mailbox_proven_at !== null) {
    return { set: {}, writes: [], removed: NONE, remaining: all }
  }
  return { set: NO_SECOND_FACTOR, writes: passkeys, removed: all, remaining: NONE }
}

function describe({ passkeys, two_factor }: Factors): string {
  const what = [...(passkeys > 0 ? ['passkeys'] : []), ...(two_factor ? ['second factor'] : [])]
  if (what.length === 0) return ''
  return ` The ${what.join(' and the ')} of the account were removed, because they were added before anybody proved to have its mailbox.`
}
