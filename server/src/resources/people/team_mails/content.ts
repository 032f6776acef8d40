// Shared by all mails to users. They are in English.
import type { Services } from '#kernel/context.ts'
import type { MailContent } from '#core/mail/content.ts'
import type { MailRow } from '#core/mail/kinds.ts'

export type UserMail = MailRow & { readonly email: string }

type Parts = Pick<MailContent, 'from' | 'figure' | 'paragraphs' | 'button'> & {
  /** The subject and the heading. */
  readonly title: string
  readonly notes?: readonly string[]
}

const SANDBOX = 'Test mode: no money moves.'

export function buildContent(
  { environment }: Pick<Services, 'environment'>,
  { title, notes = [], ...parts }: Parts,
): MailContent {
  return {
    ...parts,
    language: 'en',
    direction: 'ltr',
    subject: title,
    heading: title,
    notes: [...notes, ...(environment === 'sandbox' ? [SANDBOX] : [])],
  }
}

/** The sender for account mails. */
export const ACCOUNT = 'Florin'

/** Without it a link would lead nowhere. */
export const NO_PUBLIC_URL = 'the mail has a link, and FLORIN_PUBLIC_URL is not set'

const format = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export function moment(at: Date): string {
  return `${format.format(at)} UTC`
}
