import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { MailRow } from '#core/mail/kinds.ts'

export const mails = table<MailRow>('mails', 'merchant_id', 'mail_id')

const mailColumns = columns<MailRow>()(`
  merchant_id mail_id kind email facts mail_status mail_attempts mail_error mail_sent_at mail_due
  created version
`)

export const findMail = finder(mails, mailColumns)

/** Mails with an address, for all merchants, in one bounded statement; returns how many. */
export async function deleteMailsBefore(
  db: Database,
  before: Date,
  limit: number,
): Promise<number> {
  const deleted = await db.rows(sql`delete from mails where (merchant_id, mail_id) in (
    select merchant_id, mail_id from mails
    where email is not null and created < ${before} order by created limit ${limit}
  ) returning 1`)
  return deleted.length
}

/** Mails that are sent or given up, to addresses of users who were deleted since; returns their number. */
export async function deleteMailsToNobody(db: Database, limit: number): Promise<number> {
  const deleted = await db.rows(sql`delete from mails where (merchant_id, mail_id) in (
    select m.merchant_id, m.mail_id from mails m
    where m.email is not null and m.mail_status <> 'queued'
      and not exists (select 1 from directory.users u where u.email = m.email)
    limit ${limit}
  ) returning 1`)
  return deleted.length
}
