// An e-mail that a row requests. The row is written in the commit that the mail reports, a job sends the mail, and every
// attempt is recorded on the row.
import { type Table, update, type Versioned } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { Job } from '#kernel/jobs.ts'
import { type Mail, MailError } from './mailer.ts'

/** The columns of a row that requests an e-mail. */
export interface MailColumns {
  /** Null: no e-mail was requested. */
  mail_status: 'queued' | 'sent' | 'failed' | 'not_sent' | null
  mail_attempts: number
  mail_error: string | null
  mail_sent_at: Date | null
  /** When the job that sends it is to be queued; null when it has been. */
  mail_due: Date | null
}

/** The columns for a new row; null: no e-mail is requested. */
export function newMail(due: Date | null): MailColumns {
  return {
    mail_status: due === null ? null : 'queued',
    mail_attempts: 0,
    mail_error: null,
    mail_sent_at: null,
    mail_due: due,
  }
}

export interface MailJob<Row extends MailColumns & Versioned> {
  /** Stored in the job engine's tables, so it does not change. */
  readonly name: string
  /** Prefix for log lines. */
  readonly component: string
  readonly table: Table<Row>
  readonly read: (context: Context, id: string) => Promise<Row>
  /** The mail, or the reason not to send it. */
  readonly compose: (context: Context, row: Row) => Promise<Mail | string>
}

/** With the engine's backoff about 16 hours; a payment link is valid for 24 unless it says otherwise. */
const MAX_ATTEMPTS = 12

export function mailJob<Row extends MailColumns & Versioned>(of: MailJob<Row>): Job {
  const { name, table } = of
  return {
    name,
    timer: { table: table.name, id: table.key.at(-1) ?? '', column: 'mail_due' },
    max_attempts: MAX_ATTEMPTS,
    queued: (context, id) => record(of, context, id, () => ({ mail_due: null })),
    run: (context, id, is_last) => send(of, context, id, is_last),
  }
}

/** The mail is sent twice only if the process dies after the server has accepted it; both have the same Message-ID. */
async function send<Row extends MailColumns & Versioned>(
  of: MailJob<Row>,
  context: Context,
  id: string,
  is_last: boolean,
): Promise<void> {
  const row = await of.read(context, id)
  if (row.mail_status !== 'queued') return
  let reason: string | undefined
  try {
    reason = await sendOrRefuse(of, context, row)
  } catch (error) {
    return recordFailure(of, context, id, error, is_last)
  }
  if (reason !== undefined) return recordNotSent(of, context, id, reason)
  await record(of, context, id, ({ mail_attempts }) => ({
    mail_status: 'sent',
    mail_attempts: mail_attempts + 1,
    mail_error: null,
    mail_sent_at: context.now,
  }))
}

/** The reason, if it is not sent. */
async function sendOrRefuse<Row extends MailColumns & Versioned>(
  { compose }: MailJob<Row>,
  context: Context,
  row: Row,
): Promise<string | undefined> {
  const { mailer } = context
  if (mailer === undefined) return 'this deployment sends no e-mail: FLORIN_SMTP_URL is not set'
  const mail = await compose(context, row)
  if (typeof mail === 'string') return mail
  await mailer.send(mail)
  return undefined
}

function recordNotSent<Row extends MailColumns & Versioned>(
  of: MailJob<Row>,
  context: Context,
  id: string,
  reason: string,
): Promise<void> {
  context.log.warn({ id, reason }, `${of.component}: the e-mail is not sent`)
  return record(of, context, id, () => ({ mail_status: 'not_sent', mail_error: reason }))
}

/** Throws, so that the engine retries, unless a retry cannot help. */
async function recordFailure<Row extends MailColumns & Versioned>(
  of: MailJob<Row>,
  context: Context,
  id: string,
  error: unknown,
  is_last: boolean,
): Promise<void> {
  const isFinal = is_last || (error instanceof MailError && error.is_permanent)
  const mail_error = error instanceof MailError ? error.message : 'the mail could not be made'
  await record(of, context, id, ({ mail_attempts }) => ({
    mail_status: isFinal ? 'failed' : 'queued',
    mail_attempts: mail_attempts + 1,
    mail_error,
  }))
  if (!isFinal) throw error
  const message = `${of.component}: the e-mail could not be sent and will not be retried`
  context.log.error({ id, mail_error }, message)
}

function record<Row extends MailColumns & Versioned>(
  { table, read }: MailJob<Row>,
  context: Context,
  id: string,
  decide: (row: MailColumns) => Partial<MailColumns>,
): Promise<void> {
  return retryOnConflict(async () => {
    const row = await read(context, id)
    const set: Partial<MailColumns> = decide(row)
    await context.commit(update(table, row, set as Partial<Omit<Row, 'version'>>))
  })
}
