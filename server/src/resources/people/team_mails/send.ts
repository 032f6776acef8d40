// Sends the mails to users. Each is composed from the rows as they are now, so a mail that is not true any more is not
// sent, and a link is in the mail alone: it is derived here, and neither stored nor logged.
import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { Job } from '#kernel/jobs.ts'
import { notFound } from '#errors.ts'
import { composeMail, type MailContent } from '#core/mail/content.ts'
import { mailJob } from '#core/mail/job.ts'
import type { Mail } from '#core/mail/mailer.ts'
import { findUserMail, type UserMailRow, userMails } from '#resources/people/user_mails/read.ts'
import type { MailKind } from '#resources/people/user_mails/write.ts'
import { findUserMemberships, userByEmail } from '#resources/people/users/read.ts'
import { accountChange } from './about_account.ts'
import { disputeOpened, keyExpiring } from './about_merchant.ts'
import { invitation } from './invitation.ts'
import { passwordReset } from './password_reset.ts'

type Compose = (context: Context, mail: UserMailRow) => Promise<MailContent | string>

const kinds: Readonly<Record<MailKind, Compose>> = {
  invitation,
  password_reset: passwordReset,
  new_sign_in: accountChange,
  passkey_added: accountChange,
  two_factor_added: accountChange,
  password_changed: accountChange,
  second_factor_locked: accountChange,
  api_key_expiring: keyExpiring,
  dispute_opened: disputeOpened,
}

const job = mailJob<UserMailRow>({
  name: 'send_user_mail',
  component: 'user mails',
  table: userMails,
  read: readMail,
  compose: composeUserMail,
})

/**
 * Anybody can request a link for any address, and no answer says whether a user has it. So a mail to an address without
 * a user is deleted instead of sent, without a line in the log.
 */
export const teamMail: Job = {
  ...job,
  queued: (context, id) => unlessDeleted(context, id, job.queued(context, id)),
  run: (context, id, is_last) => unlessDeleted(context, id, sendOrDelete(context, id, is_last)),
}

async function sendOrDelete(context: Context, id: string, is_last: boolean): Promise<unknown> {
  const mail = await readMail(context, id)
  if (mail.mail_status === 'queued' && !(await isToUser(context, mail)))
    return retryOnConflict(async () => {
      await context.commit(remove(userMails, await readMail(context, id)))
    })
  return job.run(context, id, is_last)
}

async function isToUser({ db }: Context, { kind, email }: UserMailRow): Promise<boolean> {
  const user = await userByEmail(db, email)
  if (user === undefined) return false
  // Without a password and a role there is nothing to sign in to.
  if (kind !== 'password_reset' || user.password_hash !== null) return true
  return (await findUserMemberships(db, user.user_id)).length > 0
}

/** The row can be deleted while the sweep that queues its job still works on it. */
async function unlessDeleted(
  { db, merchant_id }: Context,
  id: string,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work
  } catch (error) {
    if ((await findUserMail(db, merchant_id, id)) !== undefined) throw error
  }
}

async function readMail({ db, merchant_id }: Context, id: string): Promise<UserMailRow> {
  const row = await findUserMail(db, merchant_id, id)
  if (row === undefined) throw notFound('user mail', id)
  return row
}

async function composeUserMail(context: Context, mail: UserMailRow): Promise<Mail | string> {
  const content = await kinds[mail.kind](context, mail)
  return typeof content === 'string' ? content : composeMail(mail.mail_id, mail.email, content)
}
