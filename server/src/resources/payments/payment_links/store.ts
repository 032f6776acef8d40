import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
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

export const paymentLinkPages = pageSource(paymentLinks, linkColumns, {
  indexed: ['customer_id', 'status'],
})

/** A shopper's browser knows the link, not the merchant. */
interface DirectoryRow {
  payment_link_id: string
  merchant_id: string
}

export const directory = table<DirectoryRow>('directory.payment_links', 'payment_link_id')

export function findLinkMerchant(db: Database, payment_link_id: string) {
  return db.first<Pick<DirectoryRow, 'merchant_id'>>(sql`select merchant_id
    from directory.payment_links where payment_link_id = ${payment_link_id}`)
}
