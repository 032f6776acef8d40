// One mail for each merchant user who may act on what it reports.
import type { Services } from '#kernel/context.ts'
import type { MailKind } from '#core/mail/kinds.ts'
import type { Scope } from '#http/authenticate.ts'
import { type MailRequest, requestMail } from '#resources/notifications/mails/write.ts'
import { addressesWith } from '#resources/people/users/recipients.ts'

/** May be repeated: a mail about the same occasion to the same user exists once. */
export async function writeToUsers(
  services: Services,
  scope: Scope,
  kind: MailKind,
  about: Omit<MailRequest, 'email'>,
): Promise<void> {
  const now = services.clock.now()
  const addresses = await addressesWith(services.db, about.merchant_id, scope)
  const mails = addresses.map((email) => requestMail(kind, { ...about, email }, now))
  await Promise.all(mails.map((mail) => services.tryCommit(mail)))
}
