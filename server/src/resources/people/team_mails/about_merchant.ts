// Mails to a merchant's users who may act on what they report.
import type { Context } from '#kernel/context.ts'
import { type MailContent, oneLine } from '#core/mail/content.ts'
import { fact } from '#core/mail/kinds.ts'
import { findExpiringKey } from '#resources/accounts/api_keys/expiry_notice.ts'
import { readDispute } from '#resources/payments/disputes/read.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { mailText } from '#resources/billing/subscription_mails/text.ts'
import { buildContent, moment, type UserMail } from './content.ts'

export async function keyExpiring(context: Context, mail: UserMail): Promise<MailContent | string> {
  const key = await findExpiringKey(context, fact(mail, 'key_id'))
  if (key === undefined) return 'the key does not expire, has expired or was revoked'
  if (key.expiration.toISOString() !== fact(mail, 'expiration'))
    return 'the expiration of the key was changed'
  const merchant = await merchantName(context)
  const name = oneLine(key.name)
  return buildContent(context, {
    from: merchant,
    title: `An API key of ${merchant} expires soon`,
    figure: { label: name, value: moment(key.expiration) },
    paragraphs: [
      `The ${key.type} key “${name}” (${key.prefix}…, ${key.key_id}) expires on ${moment(key.expiration)}. From then on, requests with it are refused.`,
      'Create another key and give it to the programs that use this one, or set a later expiration.',
    ],
    notes: [reasonFor(merchant, 'manage its API keys')],
  })
}

export async function disputeOpened(
  context: Context,
  mail: UserMail,
): Promise<MailContent | string> {
  const dispute = await readDispute(context, fact(mail, 'dispute_id'))
  const { dispute_id, payment_id, status, amount, currency, reason } = dispute
  if (status !== 'dispute_opened') return `the status of the dispute is ${status}`
  const merchant = await merchantName(context)
  return buildContent(context, {
    from: merchant,
    title: `A payment to ${merchant} is disputed`,
    figure: { label: 'Disputed amount', value: mailText('en', currency).money(amount) },
    paragraphs: [
      `Reason: ${oneLine(reason)}`,
      `Payment: ${payment_id}`,
      `Dispute: ${dispute_id}`,
      `Submit evidence or accept the dispute before ${moment(dispute.challenge_required_by)}. Without evidence the cardholder keeps the money.`,
      ...(context.public_url === ''
        ? []
        : [`${context.public_url}/dashboard/disputes/${dispute_id}`]),
    ],
    notes: [reasonFor(merchant, 'manage its disputes')],
  })
}

async function merchantName({ db, merchant_id }: Context): Promise<string> {
  return oneLine((await readMerchant(db, merchant_id)).merchant_name)
}

function reasonFor(merchant: string, role: string): string {
  return `You get this mail because your role at ${merchant} allows you to ${role}.`
}
