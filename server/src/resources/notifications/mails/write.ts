// The request for a mail to a user: a row in the commit of the change that the mail reports.
import { type Insert, insert } from '#kernel/change.ts'
import { derivedId } from '#kernel/ids.ts'
import { newMail } from '#core/mail/job.ts'
import { type MailKind, type UserMailRow, userMails } from './store.ts'

export type { MailKind } from './store.ts'

/** What a mail is about, and what distinguishes it from another one of its kind. */
export interface UserMail extends Pick<UserMailRow, 'merchant_id' | 'email' | 'facts'> {
  readonly occasion: string
}

/** The second row for an occasion refuses its commit: a change that is decided twice is mailed once. */
export function userMail(kind: MailKind, mail: UserMail, now: Date): Insert {
  const { merchant_id, email, facts, occasion } = mail
  return insert(userMails, {
    merchant_id,
    // Without a time, so that the same occasion has the same id whenever it is decided.
    mail_id: derivedId('uml', [merchant_id, kind, email, occasion].join('/'), new Date(0)),
    kind,
    email,
    facts,
    ...newMail(now),
    created: now,
    version: 1,
  })
}
