// The request for a mail: a row in the commit of the change that the mail reports.
import { insert, type Write } from '#kernel/change.ts'
import { derivedId } from '#kernel/ids.ts'
import { newMail } from '#core/mail/job.ts'
import { type MailKind, subscriptionMails } from './store.ts'

export type { MailKind } from './store.ts'

export interface MailOccasion {
  readonly merchant_id: string
  readonly subscription_id: string
  /** Null for `card_expiring`, the others are about an invoice. */
  readonly invoice_id: string | null
  /** Distinguishes occasions of one kind, such as the attempts of an invoice. */
  readonly nth: number
}

/** The second row for an occasion refuses its commit: a change that is decided twice is written and mailed once. */
export function mailWrite(kind: MailKind, about: MailOccasion, now: Date): Write {
  const { merchant_id, subscription_id, invoice_id, nth } = about
  // With the merchant, because the id is the Message-ID too, and merchants may choose the same ids.
  const occasion = [merchant_id, subscription_id, invoice_id ?? '', kind, nth].join('/')
  return insert(subscriptionMails, {
    merchant_id,
    // Without a time, so that the same occasion has the same id whenever it is decided.
    mail_id: derivedId('sml', occasion, new Date(0)),
    kind,
    subscription_id,
    invoice_id,
    ...newMail(now),
    created: now,
    version: 1,
  })
}
