// A mail request: a row in the commit of the change that the mail reports.
import { type Insert, insert } from '#kernel/change.ts'
import { derivedId } from '#kernel/ids.ts'
import { newMail } from '#core/mail/job.ts'
import type { MailKind, MailRow } from '#core/mail/kinds.ts'
import { mails } from './store.ts'

/** A mail's subject matter, and the key that distinguishes it from others of its kind. */
export interface MailRequest extends Pick<MailRow, 'merchant_id' | 'email' | 'facts'> {
  readonly occasion: string
}

/** The second row for an occasion refuses its commit: a change that is decided twice is mailed once. */
export function requestMail(kind: MailKind, request: MailRequest, now: Date): Insert {
  const { merchant_id, email, facts, occasion } = request
  // With the merchant, because the id is the Message-ID too, and merchants may choose the same ids.
  const name = [merchant_id, kind, email ?? '', occasion].join('/')
  return insert(mails, {
    merchant_id,
    // Without a time, so that the same occasion has the same id whenever it is decided.
    mail_id: derivedId(email === null ? 'sml' : 'uml', name, new Date(0)),
    kind,
    email,
    facts,
    ...newMail(now),
    created: now,
    version: 1,
  })
}
