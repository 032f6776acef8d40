import type { Context } from '#kernel/context.ts'
import { composeMail, oneLine } from '#core/mail/content.ts'
import { fact, type MailRow, type MailRule, type MailRules } from '#core/mail/kinds.ts'
import { type CustomerRow, findLiveCustomer } from '#resources/payments/customers/read.ts'
import { pageUrl } from '#resources/billing/invoices/page_url.ts'
import { readInvoice } from '#resources/billing/invoices/read.ts'
import { findMerchantPlan } from '#resources/billing/plans/read.ts'
import { findSubscription } from '#resources/billing/subscriptions/read.ts'
import { listPaymentMethods } from '#resources/methods/payment_methods/saved.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import {
  type CardFacts,
  buildContent,
  type MailFacts,
  type SubscriptionFacts,
  type SubscriptionMailKind,
} from './mail.ts'
import { customerLanguage, mailText } from './text.ts'

export const subscriptionMailRules: Partial<MailRules> = {
  payment_failed: toCustomer('payment_failed'),
  action_required: toCustomer('action_required'),
  final_notice: toCustomer('final_notice'),
  card_expiring: toCustomer('card_expiring'),
}

function toCustomer(kind: SubscriptionMailKind): MailRule {
  return {
    compose: async (context, mail) => {
      const { db, merchant_id } = context
      const row = await findSubscription(db, merchant_id, fact(mail, 'subscription_id'))
      const plan = row && (await findMerchantPlan(context, row.plan_id))
      if (row === undefined || plan === undefined) return 'the subscription does not exist'
      const customer = await findLiveCustomer(context, merchant_id, row.customer_id)
      if (customer === undefined) return 'the customer was deleted'
      if (!customer.email) return 'the customer has no e-mail address'
      const subscription = { ...row, plan_name: plan.name }
      const content = buildContent(kind, await readFacts(context, mail, subscription, customer))
      return typeof content === 'string'
        ? content
        : composeMail(mail.mail_id, customer.email, content)
    },
  }
}

async function readFacts(
  context: Context,
  mail: MailRow,
  subscription: SubscriptionFacts,
  { metadata }: CustomerRow,
): Promise<MailFacts> {
  const profile = await profileOfExisting(context, subscription.profile_id)
  const invoice_id = fact(mail, 'invoice_id')
  const invoice = invoice_id === '' ? undefined : await readInvoice(context, invoice_id)
  return {
    text: mailText(customerLanguage(metadata), invoice?.currency),
    seller: oneLine(profile.payment_link_config?.seller_name ?? profile.profile_name),
    is_test: context.environment === 'sandbox',
    subscription,
    invoice: invoice && { ...invoice, url: pageUrl(context, invoice) },
    card: mail.kind === 'card_expiring' ? await readRenewalCard(context, subscription) : undefined,
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
