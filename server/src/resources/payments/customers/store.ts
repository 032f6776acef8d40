import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Customer, CustomerEntry, Expanded } from './schema.ts'

export interface CustomerRow extends Omit<Customer, keyof Expanded> {
  /** The method that was chosen; null: the first that was saved since the default was cleared, or at all. */
  default_payment_method_id: string | null
  default_cleared_at: Date | null
  deleted_at: Date | null
  /** The next redaction time for a deleted customer's objects. */
  redact_at: Date | null
  version: number
}

export const customers = table<CustomerRow>('customers', 'merchant_id', 'customer_id')

const customerColumns = columns<CustomerRow>()(`
  merchant_id customer_id email name phone phone_country_code description address metadata
  default_payment_method_id default_cleared_at created modified_at deleted_at version redact_at
`)

const entryColumns = columns<Omit<CustomerEntry, keyof Expanded>>()(`
  customer_id email name created
`)

/** A deleted customer is not found; its row stays, so that its id cannot be used again. */
export function findCustomer(db: Database, merchant_id: string, customer_id: string) {
  return db.first<CustomerRow>(sql`select ${customerColumns} from customers
    where merchant_id = ${merchant_id} and customer_id = ${customer_id} and deleted_at is null`)
}

/** Deleted customers too. */
export const findAnyCustomer = finder(customers, customerColumns)

export function findDeletedCustomer(db: Database, merchant_id: string, customer_id: string) {
  return db.first<CustomerRow>(sql`select ${customerColumns} from customers
    where merchant_id = ${merchant_id} and customer_id = ${customer_id} and deleted_at is not null`)
}

/** A subscription that still bills the customer, or will. */
export function findBilledSubscription(db: Database, merchant_id: string, customer_id: string) {
  return db.first<{ subscription_id: string; status: string }>(sql`
    select subscription_id, status from subscriptions
    where merchant_id = ${merchant_id} and customer_id = ${customer_id}
      and status in ('active', 'trial', 'pending', 'paused') limit 1`)
}

/** Redaction progress through a merchant's guest payments. */
export interface GuestRedactionRow {
  merchant_id: string
  redacted_until: Date
  version: number
}

export const guestRedactions = table<GuestRedactionRow>('guest_redactions', 'merchant_id')

const guestRedactionColumns = columns<GuestRedactionRow>()('merchant_id redacted_until version')

export function findGuestRedaction(db: Database, merchant_id: string) {
  return db.first<GuestRedactionRow>(sql`select ${guestRedactionColumns} from guest_redactions
    where merchant_id = ${merchant_id}`)
}

/** Ordered by id. */
export async function nextMerchant(db: Database, after: string): Promise<string | undefined> {
  const row = await db.first<{ merchant_id: string }>(sql`select merchant_id from merchants
    where merchant_id > ${after} order by merchant_id limit 1`)
  return row?.merchant_id
}

export const customerPages = pageSource(customers, entryColumns, {
  where: sql`and deleted_at is null`,
  indexed: ['lower(email)', 'name'],
})
