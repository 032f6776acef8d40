import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { MailColumns } from '#core/mail/job.ts'

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

export interface UserMailRow extends MailColumns {
  /** Empty for a mail about the account of a user. */
  merchant_id: string
  mail_id: string
  kind: MailKind
  /** The recipient, in lower case. */
  email: string
  /** What the mail is about. Never a token: links are derived when the mail is sent. */
  facts: Readonly<Record<string, unknown>>
  created: Date
  version: number
}

export const userMails = table<UserMailRow>('user_mails', 'merchant_id', 'mail_id')

const mailColumns = columns<UserMailRow>()(`
  merchant_id mail_id kind email facts mail_status mail_attempts mail_error mail_sent_at mail_due
  created version
`)

export const findUserMail = finder(userMails, mailColumns)

/** Of all merchants, in one bounded statement; returns how many. */
export async function deleteMailsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const deleted = await db.rows(sql`delete from user_mails where (merchant_id, mail_id) in (
    select merchant_id, mail_id from user_mails where created < ${before} order by created limit ${limit}
  ) returning 1`)
  return deleted.length
}

/** Those that are sent or given up, to addresses of users who were deleted since; returns how many. */
export async function deleteMailsToNobody(db: Database, limit: number): Promise<number> {
  const deleted = await db.rows(sql`delete from user_mails where (merchant_id, mail_id) in (
    select m.merchant_id, m.mail_id from user_mails m
    where m.mail_status <> 'queued'
      and not exists (select 1 from directory.users u where u.email = m.email)
    limit ${limit}
  ) returning 1`)
  return deleted.length
}
