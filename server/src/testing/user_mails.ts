// E-mails to users: their rows, and the job that sends them, run in the test's own process.
import assert from 'node:assert/strict'
import { systemContext } from '#kernel/context.ts'
import type { MailRow } from '#core/mail/kinds.ts'
import { findMail } from '#resources/notifications/mails/read.ts'
import type { Shop } from './harness.ts'
import { partsOf, type MailParts } from './mail_parts.ts'
import type { MailServer } from './mail_server.ts'

export function mailEnv(mail: MailServer): Record<string, string> {
  return {
    FLORIN_PROVIDER: 'instant',
    FLORIN_SMTP_URL: mail.url,
    FLORIN_MAIL_FROM: 'Florin <no-reply@florin.example>',
    FLORIN_PUBLIC_URL: 'https://pay.example',
  }
}

/** The shop's mails, or those to users' accounts if the merchant is empty. */
export async function mailsOf(
  { services, merchant }: Shop,
  kind: string,
  merchant_id = merchant.merchant_id,
): Promise<MailRow[]> {
  const ids = await services.db.run<{ mail_id: string }>(
    'select mail_id from mails where merchant_id = $1 and kind = $2 order by created, email',
    [merchant_id, kind],
  )
  const rows = []
  for (const { mail_id } of ids) rows.push(await findMail(services.db, merchant_id, mail_id))
  return rows.filter((row) => row !== undefined)
}

/** Runs the job as the engine would; undefined if the row is gone afterwards. */
export async function sendUserMail(
  { services }: Shop,
  { merchant_id, mail_id }: Pick<MailRow, 'merchant_id' | 'mail_id'>,
  is_last = false,
): Promise<MailRow | undefined> {
  const job = services.registry.jobs.find(({ name }) => name === 'send_mail')
  assert.ok(job)
  await job.run(await systemContext(services, merchant_id), mail_id, is_last)
  return findMail(services.db, merchant_id, mail_id)
}

/** The last mail that the server received, with its recipients and its Message-ID. */
export function lastMail(mail: MailServer): MailParts & { to: readonly string[]; id: string } {
  const received = mail.received.at(-1)
  assert.ok(received, 'the mail server has received a mail')
  const [, id = ''] = /^Message-ID: <(.*)>/im.exec(received.source) ?? []
  return { ...partsOf(received), to: received.to, id }
}
