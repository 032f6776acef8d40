import type { Context } from '#kernel/context.ts'
import { mailJob } from '#core/mail/job.ts'
import type { Mail } from '#core/mail/mailer.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { buildLinkMail } from './mail.ts'
import { readPaymentLink } from './read.ts'
import { type PaymentLinkRow, paymentLinks } from './store.ts'

export const paymentLinkMail = mailJob<PaymentLinkRow>({
  name: 'send_payment_link',
  component: 'payment links',
  table: paymentLinks,
  read: readPaymentLink,
  compose: composeLinkMail,
})

async function composeLinkMail(context: Context, link: PaymentLinkRow): Promise<Mail | string> {
  const { email, status } = link
  if (email === null) return 'the e-mail address was erased'
  if (status !== 'active') return `the link is ${status}`
  const profile = await profileOfExisting(context, link.profile_id)
  const { seller_name } = { ...profile.payment_link_config, ...link.payment_link_config }
  return buildLinkMail(link, email, seller_name ?? profile.profile_name)
}
