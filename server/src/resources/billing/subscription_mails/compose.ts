import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { composeMail, oneLine } from '#core/mail/content.ts'
import { mailJob } from '#core/mail/job.ts'
import type { Mail } from '#core/mail/mailer.ts'
import { type CustomerRow, findLiveCustomer } from '#resources/payments/customers/read.ts'
import { pageUrl } from '#resources/billing/invoices/page_url.ts'
import { readInvoice } from '#resources/billing/invoices/read.ts'
import { listPaymentMethods } from '#resources/methods/payment_methods/saved.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { type CardFacts, buildContent, type MailFacts } from './mail.ts'
import {
  findSubscription,
  findSubscriptionMail,
  type SubscriptionFacts,
  type SubscriptionMailRow,
  subscriptionMails,
} from './store.ts'
import { customerLanguage, mailText } from './text.ts'

export const subscriptionMail = mailJob<SubscriptionMailRow>({
  name: 'send_subscription_mail',
  component: 'subscription mails',
  table: subscriptionMails,
  read: readMail,
  compose: composeSubscriptionMail,
})

async function readMail({ db, merchant_id }: Context, id: string): Promise<SubscriptionMailRow> {
  const row = await findSubscriptionMail(db, merchant_id, id)
  if (row === undefined) throw notFound('subscription mail', id)
  return row
}

async function composeSubscriptionMail(
  context: Context,
  mail: SubscriptionMailRow,
): Promise<Mail | string> {
  const { db, merchant_id } = context
  const subscription = await findSubscription(db, merchant_id, mail.subscription_id)
  if (subscription === undefined) return 'the subscription does not exist'
  const customer = await findLiveCustomer(context, merchant_id, subscription.customer_id)
  if (customer === undefined) return 'the customer was deleted'
  if (!customer.email) return 'the customer has no e-mail address'
  const facts = await readFacts(context, mail, subscription, customer)
  const content = buildContent(mail.kind, facts)
  return typeof content === 'string' ? content : composeMail(mail.mail_id, customer.email, content)
}

async function readFacts(
  context: Context,
  { kind, invoice_id }: SubscriptionMailRow,
  subscription: SubscriptionFacts,
  { metadata }: CustomerRow,
): Promise<MailFacts> {
  const profile = await profileOfExisting(context, subscription.profile_id)
  const invoice = invoice_id === null ? undefined : await readInvoice(context, invoice_id)
  return {
    text: mailText(customerLanguage(metadata), invoice?.currency),
    seller: oneLine(profile.payment_link_config?.seller_name ?? profile.profile_name),
    is_test: context.environment === 'sandbox',
    subscription,
    invoice: invoice && { ...invoice, url: pageUrl(context, invoice) },
    card: kind === 'card_expiring' ? await readRenewalCard(context, subscription) : undefined,
  }
}

/** The card that renewals charge, unless it was deleted or is none. */
async function readRenewalCard(
  context: Context,
  { customer_id, payment_method_id }: SubscriptionFacts,
): Promise<CardFacts | undefined> {
  const methods = await listPaymentMethods(context, context.merchant_id, customer_id)
  const method = methods.find((each) => each.payment_method_id === payment_method_id)
  return method?.payment_method_data['card'] as CardFacts | undefined
}
