// The kinds of mail, and the rows that request them. The resource that sends a kind declares in its manifest what it says.
import type { Context } from '#kernel/context.ts'
import type { MailColumns } from './job.ts'
import type { Mail } from './mailer.ts'

export type MailKind =
  | 'invitation'
  | 'password_reset'
  | 'new_sign_in'
  | 'passkey_added'
  | 'two_factor_added'
  | 'password_changed'
  | 'second_factor_locked'
  | 'api_key_expiring'
  | 'dispute_opened'
  | 'payment_failed'
  | 'action_required'
  | 'final_notice'
  | 'card_expiring'

export interface MailRow extends MailColumns {
  /** Empty for a mail about a user's account. */
  merchant_id: string
  mail_id: string
  kind: MailKind
  /** In lower case. Null: the address is read when the mail is sent, so the row has no personal data. */
  email: string | null
  /** The mail's subject matter. Never a token: links are derived when the mail is sent. */
  facts: Readonly<Record<string, unknown>>
  created: Date
  version: number
}

export interface MailRule {
  /** An unwanted mail is deleted, without a line in the log. */
  readonly isWanted?: (context: Context, mail: MailRow) => Promise<boolean>
  /** The mail as the rows are now, or the reason not to send it any more. */
  readonly compose: (context: Context, mail: MailRow) => Promise<Mail | string>
}

export type MailRules = Readonly<Record<MailKind, MailRule>>

/** A fact of the mail; empty if it is absent. */
export function fact({ facts }: Pick<MailRow, 'facts'>, name: string): string {
  const value = facts[name]
  return typeof value === 'string' ? value : ''
}
