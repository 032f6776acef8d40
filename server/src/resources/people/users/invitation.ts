// The invitation link, as a mail, or in the response if the deployment sends no mail.
import type { Insert } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { mayHappen } from '#resources/people/sign_in_limits/guess.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import type { MembershipRow } from './store.ts'
import { invitationToken, invitationUrl } from './tokens.ts'

const VALID_MS = DAY_MS

export function invitationExpiry(now: Date): Date {
  return addMs(now, VALID_MS)
}

export function invitationMail(
  { merchant_id }: Context,
  { entity_id, user_id, invitations }: MembershipRow,
  email: string,
  now: Date,
): Insert {
  const facts = { entity_id, user_id, invitations }
  const occasion = `${user_id}/${entity_id}/${invitations}`
  return requestMail('invitation', { merchant_id, email, facts, occasion }, now)
}

/** By the address: a user who is deleted and invited again has another id. */
export function mailBucket(email: string, entity_id: string) {
  return { policy: 'invitation_mails', subject: email, source: entity_id } as const
}

/** Before the commit that sends it: a commit that conflicts and is tried again counts twice. */
export async function countMail(context: Context, email: string, entity_id: string): Promise<void> {
  if (!(await mayHappen(context, mailBucket(email, entity_id)))) throw tooManyMails(email)
}

export function tooManyMails(email: string): Failure {
  const message = `${email} was invited six times in an hour. Send the invitation later.`
  return new Failure('RL_01', message, { headers: { 'Retry-After': '3600' } })
}

/** Only the invited person gets the link: it is mailed, or the operator, who has no request, hands it out. */
export function provesMailbox({ mailer, request }: Context): boolean {
  return mailer !== undefined || request === undefined
}

/** Without a mail service the merchant would get another person's link. */
export function checkMail(context: Context): void {
  if (!context.require_mail || provesMailbox(context)) return
  const message =
    'This deployment invites users by e-mail only, and has no mail server. Ask its operator to set FLORIN_SMTP_URL, or to invite the user with `florin-server users create`.'
  throw new Failure('IR_14', message)
}

/** Only without a mail service: with one, the link is for the address owner alone. */
export function shownLink(
  { mailer, keyring, public_url }: Context,
  membership: MembershipRow,
): { invite_url?: string } {
  if (mailer !== undefined || membership.proves_mailbox) return {}
  return { invite_url: invitationUrl(public_url, invitationToken(keyring, membership)) }
}
