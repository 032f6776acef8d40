import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { MailColumns } from '#core/mail/job.ts'

export type MailKind = 'payment_failed' | 'action_required' | 'final_notice' | 'card_expiring'

/** No address and no name: they are read when the mail is sent, so nothing is to be redacted here. */
export interface SubscriptionMailRow extends MailColumns {
  merchant_id: string
  mail_id: string
  kind: MailKind
  subscription_id: string
  invoice_id: string | null
  created: Date
  version: number
}

export const subscriptionMails = table<SubscriptionMailRow>(
  'subscription_mails',
  'merchant_id',
  'mail_id',
)

const mailColumns = columns<SubscriptionMailRow>()(`
  merchant_id mail_id kind subscription_id invoice_id mail_status mail_attempts mail_error
  mail_sent_at mail_due created version
`)

export const findSubscriptionMail = finder(subscriptionMails, mailColumns)

/** The folder of subscriptions is below this one, so it cannot be asked. */
export interface SubscriptionFacts {
  profile_id: string
  customer_id: string
  status: string
  plan_name: string
  payment_method_id: string | null
  period_end: Date | null
}

export function findSubscription(db: Database, merchant_id: string, subscription_id: string) {
  return db.first<SubscriptionFacts>(sql`select s.profile_id, s.customer_id, s.status,
      p.name as plan_name, s.payment_method_id, s.period_end
    from subscriptions s
      join plans p on p.merchant_id = s.merchant_id and p.plan_id = s.plan_id
    where s.merchant_id = ${merchant_id} and s.subscription_id = ${subscription_id}`)
}
