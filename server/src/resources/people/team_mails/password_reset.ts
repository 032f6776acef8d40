import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { MailContent } from '#core/mail/content.ts'
import { findMail, mails } from '#resources/notifications/mails/read.ts'
import { userByEmail, type UserRow } from '#resources/people/users/read.ts'
import { renewReset } from '#resources/people/users/renew_reset.ts'
import { resetToken, resetUrl } from '#resources/people/users/tokens.ts'
import { ACCOUNT, buildContent, moment, NO_PUBLIC_URL, type UserMail } from './content.ts'

export async function passwordReset(
  context: Context,
  mail: UserMail,
): Promise<MailContent | string> {
  if (context.public_url === '') return NO_PUBLIC_URL
  const user = await retryOnConflict(() => renewOnce(context, mail))
  if (typeof user === 'string') return user
  const { reset_expires_at: until } = user
  if (until === null || until <= context.clock.now()) return 'the link has expired or was used'
  return buildContent(context, {
    from: ACCOUNT,
    title: 'Reset your password',
    paragraphs: [
      'Somebody, probably you, asked for a link to reset the password of your account.',
      `The link works once, until ${moment(until)}. A newer link replaces it.`,
    ],
    button: {
      label: 'Choose a new password',
      url: resetUrl(context.public_url, resetToken(context.keyring, user)),
    },
    notes: ['If you did not ask for it, ignore this mail: your password stays as it is.'],
  })
}

/**
 * The user, with a new reset. Its number is stored with the mail in the same commit, so a mail that is sent again, after
 * a refusal or a crash, has the same link.
 */
async function renewOnce(context: Context, mail: UserMail): Promise<UserRow | string> {
  const { db, clock, merchant_id } = context
  const user = await userByEmail(db, mail.email)
  const current = await findMail(db, merchant_id, mail.mail_id)
  if (user === undefined || current === undefined) return 'there is no such user'
  const { resets } = current.facts
  if (resets !== undefined) return resets === user.resets ? user : 'there is a newer link'
  const { row, write } = renewReset(user, clock.now())
  const facts = { ...current.facts, resets: row.resets }
  await context.commit(write, update(mails, current, { facts }))
  return row
}
