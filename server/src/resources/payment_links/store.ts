import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pagesOf } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { MailColumns } from '#core/mail/job.ts'
import type { PaymentLink } from './schema.ts'
import type { PaymentLinkStatus } from './state.ts'

export interface PaymentLinkRow
  extends Omit<PaymentLink, 'status' | 'link_to_pay' | 'email_delivery' | 'link_type'>,
    MailColumns {
  status: PaymentLinkStatus
  link_type: 'one_time' | 'recurring' | 'donation'
  capture_method: 'automatic' | 'manual' | 'manual_multiple'
  authentication_type: 'three_ds' | 'no_three_ds' | null
  order_details: OrderLine[] | null
  /** When it expires; null when it has ended. */
  expire_at: Date | null
  transitions: number
  version: number
}

interface OrderLine {
  name: string
  quantity: number
  amount: number
  currency: string
}

export const paymentLinks = table<PaymentLinkRow>('payment_links', 'merchant_id', 'payment_link_id')

const linkColumns = columns<PaymentLinkRow>()(`
  merchant_id payment_link_id profile_id status link_type url amount currency suggested_amounts
  min_amount max_amount description order_details customer_id email send_email capture_method
  authentication_type require_customer_info payment_link_config usage_limit usage_count
  sold_out_message payment_id metadata expiry expire_at mail_status mail_attempts mail_error
  mail_sent_at mail_due created modified_at transitions version
`)

export const findPaymentLink = finder(paymentLinks, linkColumns)

export const paymentLinkPages = pagesOf(paymentLinks, linkColumns, {
  indexed: ['customer_id', 'status'],
})

/** A shopper's browser knows the link, not the merchant. */
interface DirectoryRow {
  payment_link_id: string
  merchant_id: string
}

export const directory = table<DirectoryRow>('directory.payment_links', 'payment_link_id')

export function findMerchantOf(db: Database, payment_link_id: string) {
  return db.first<Pick<DirectoryRow, 'merchant_id'>>(sql`select merchant_id
    from directory.payment_links where payment_link_id = ${payment_link_id}`)
}

/** A payment through a link: open until the payment has ended, then paid or released. */
export interface UseRow {
  merchant_id: string
  payment_id: string
  payment_link_id: string
  status: 'open' | 'paid' | 'released'
  created: Date
  version: number
}

export const uses = table<UseRow>('payment_link_uses', 'merchant_id', 'payment_id')

const useColumns = columns<UseRow>()(`
  merchant_id payment_id payment_link_id status created version
`)

export const findUse = finder(uses, useColumns)

/** The oldest first. */
export function findOpenUses(
  db: Database,
  merchant_id: string,
  payment_link_id: string,
  limit: number,
) {
  return db.rows<UseRow>(sql`select ${useColumns} from payment_link_uses
    where merchant_id = ${merchant_id} and payment_link_id = ${payment_link_id} and status = 'open'
    order by created limit ${limit}`)
}

/** Those of these payments that are open uses of links, of many merchants. */
export function findOpenUsesOf(
  db: Database,
  payments: readonly { merchant_id: string; payment_id: string }[],
) {
  const merchants = payments.map((each) => each.merchant_id)
  const ids = payments.map((each) => each.payment_id)
  return db.rows<Pick<UseRow, 'merchant_id' | 'payment_id' | 'payment_link_id'>>(sql`
    select u.merchant_id, u.payment_id, u.payment_link_id
    from unnest(${merchants}::text[], ${ids}::text[]) as k(merchant_id, payment_id)
      join payment_link_uses u on u.merchant_id = k.merchant_id and u.payment_id = k.payment_id
    where u.status = 'open'`)
}
