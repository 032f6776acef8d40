// The mails to users, by kind.
import type { Context } from '#kernel/context.ts'
import { composeMail, type MailContent } from '#core/mail/content.ts'
import type { MailRow, MailRule, MailRules } from '#core/mail/kinds.ts'
import { findUserMemberships, userByEmail } from '#resources/people/users/read.ts'
import { accountChange } from './about_account.ts'
import { disputeOpened, keyExpiring } from './about_merchant.ts'
import type { UserMail } from './content.ts'
import { invitation } from './invitation.ts'
import { passwordReset } from './password_reset.ts'

export const userMails: Partial<MailRules> = {
  invitation: toUser(invitation),
  password_reset: toUser(passwordReset),
  new_sign_in: toUser(accountChange),
  passkey_added: toUser(accountChange),
  two_factor_added: toUser(accountChange),
  password_changed: toUser(accountChange),
  second_factor_locked: toUser(accountChange),
  api_key_expiring: toUser(keyExpiring),
  dispute_opened: toUser(disputeOpened),
}

function toUser(
  buildContent: (context: Context, mail: UserMail) => Promise<MailContent | string>,
): MailRule {
  return {
    isWanted: isToUser,
    compose: async (context, { email, ...mail }) => {
      if (email === null) return 'the mail has no address'
      const content = await buildContent(context, { ...mail, email })
      return typeof content === 'string' ? content : composeMail(mail.mail_id, email, content)
    },
  }
}

/**
 * Anyone can request a link for any address, and no answer says whether a user has it. So a mail to an address without
 * a user is not wanted.
 */
async function isToUser({ db }: Context, { kind, email }: MailRow): Promise<boolean> {
  const user = await userByEmail(db, email ?? '')
  if (user === undefined) return false
  // Without a password and a role there is nothing to sign in to.
  if (kind !== 'password_reset' || user.password_hash !== null) return true
  return (await findUserMemberships(db, user.user_id)).length > 0
}
