import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface PaymentMethodRow {
  merchant_id: string
  payment_method_id: string
  customer_id: string
  vault_id: string
  payment_method: string
  payment_method_type: string
  payment_method_data: Record<string, unknown>
  /** The account that knows it by `provider_token`; null: none does. */
  connector_id: string | null
  provider_token: string | null
  /** From the first payment, for later ones. */
  network_transaction_id: string | null
  /** The only account that can charge it; null: any. */
  pinned_to: string | null
  created: Date
  version: number
}

export const paymentMethods = table<PaymentMethodRow>(
  'payment_methods',
  'merchant_id',
  'payment_method_id',
)

const paymentMethodColumns = columns<PaymentMethodRow>()(`
  merchant_id payment_method_id customer_id vault_id payment_method payment_method_type
  payment_method_data connector_id provider_token network_transaction_id pinned_to created
  version
`)

export const selectPaymentMethod = finder(paymentMethods, paymentMethodColumns)

/** A customer's or an account's methods, newest first. */
export const paymentMethodPages = pageSource(paymentMethods, paymentMethodColumns, {
  indexed: ['customer_id', 'pinned_to'],
})

const MAX_PER_CUSTOMER = 1_000

export function selectPaymentMethods(
  db: Database,
  merchant_id: string,
  customer_id: string,
): Promise<PaymentMethodRow[]> {
  return db.rows<PaymentMethodRow>(sql`select ${paymentMethodColumns} from payment_methods
    where merchant_id = ${merchant_id} and customer_id = ${customer_id}
    order by created desc, payment_method_id desc limit ${MAX_PER_CUSTOMER}`)
}

/** The id of the first method saved after a time, or ever. */
export async function selectFirstSaved(
  db: Database,
  merchant_id: string,
  customer_id: string,
  after: Date | null,
): Promise<string | null> {
  const row = await db.first<
    Pick<PaymentMethodRow, 'payment_method_id'>
  >(sql`select payment_method_id
    from payment_methods where merchant_id = ${merchant_id} and customer_id = ${customer_id}
      and created > coalesce(${after}::timestamptz, '-infinity')
    order by created, payment_method_id limit 1`)
  return row?.payment_method_id ?? null
}
