// Sends mails. Each is composed from the rows as they are now, so a mail that is not true any more is not sent, and a
// link is in the mail alone: it is derived here, and neither stored nor logged.
import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import type { Job } from '#kernel/jobs.ts'
import { notFound } from '#errors.ts'
import { mailJob } from '#core/mail/job.ts'
import type { MailRow } from '#core/mail/kinds.ts'
import { findMail, mails } from './store.ts'

const job = mailJob<MailRow>({
  name: 'send_mail',
  component: 'mails',
  table: mails,
  read: readMail,
  compose: (context, mail) => context.registry.mails[mail.kind].compose(context, mail),
})

export const sendMail: Job = {
  ...job,
  replaces: { uml: 'send_user_mail', sml: 'send_subscription_mail' },
  queued: (context, id) => unlessDeleted(context, id, job.queued(context, id)),
  run: (context, id, is_last) => unlessDeleted(context, id, sendOrDelete(context, id, is_last)),
}

async function sendOrDelete(context: Context, id: string, is_last: boolean): Promise<unknown> {
  const mail = await readMail(context, id)
  const { isWanted } = context.registry.mails[mail.kind]
  if (mail.mail_status === 'queued' && isWanted && !(await isWanted(context, mail)))
    return retryOnConflict(async () => {
      await context.commit(remove(mails, await readMail(context, id)))
    })
  return job.run(context, id, is_last)
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
    if ((await findMail(db, merchant_id, id)) !== undefined) throw error
  }
}

async function readMail({ db, merchant_id }: Context, id: string): Promise<MailRow> {
  const row = await findMail(db, merchant_id, id)
  if (row === undefined) throw notFound('mail', id)
  return row
}
