// Mails to a user about account changes. An attacker who changes something cannot avoid them: the row is in the
// change's commit.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import type { MailKind, MailRow } from '#core/mail/kinds.ts'
import { mayHappen } from '#resources/people/sign_in_limits/guess.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import type { UserRow } from '#resources/people/users/read.ts'

type AccountMail = Extract<
  MailKind,
  'new_sign_in' | 'passkey_added' | 'two_factor_added' | 'password_changed' | 'second_factor_locked'
>

const MAX_USER_AGENT = 255

/**
 * At most five per kind within an hour: the owner is informed by then. Call it last before the commit, because it
 * counts.
 */
export async function accountMail(
  context: Context,
  kind: AccountMail,
  { user_id, email }: Pick<UserRow, 'user_id' | 'email'>,
  occasion: string,
  facts: MailRow['facts'] = {},
): Promise<Write[]> {
  const bucket = { policy: 'account_mails', subject: user_id, source: kind } as const
  if (!(await mayHappen(context, bucket))) return []
  const at = context.clock.now()
  const about = { ...describeCaller(context), at, ...facts }
  return [requestMail(kind, { merchant_id: '', email, facts: about, occasion }, at)]
}

/** A user's change, by the version that it replaces: the same change is mailed once. */
export function mailOccasion({ user_id, version }: UserRow): string {
  return `${user_id}/${version}`
}

function describeCaller({ request }: Context) {
  const agent = request?.headers['user-agent']
  return {
    address: request?.ip ?? '',
    user_agent: typeof agent === 'string' ? agent.slice(0, MAX_USER_AGENT) : null,
  }
}
