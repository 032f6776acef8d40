import { type Demand, demand } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { defaultMethod } from './default_method.ts'
import { Customer, CustomerEntry, customerFilters, type ListCustomers } from './schema.ts'
import {
  customerPages,
  type CustomerRow,
  customers,
  findCustomer,
  findDeletedCustomer,
  findGuestRedaction,
} from './store.ts'

export type { CustomerRow } from './store.ts'

export function toApi(row: CustomerRow): Customer {
  return project(Customer, row)
}

export async function withDefault(context: Context, row: CustomerRow): Promise<Customer> {
  return toApi({ ...row, default_payment_method_id: await defaultMethod(context, row) })
}

export async function readCustomer(context: Context, customer_id: string): Promise<CustomerRow> {
  const row = await findLiveCustomer(context, context.merchant_id, customer_id)
  if (row === undefined) throw notFound('customer', customer_id)
  return row
}

/** The customer, unless deleted. */
export async function findLiveCustomer(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
  customer_id: string,
): Promise<CustomerRow | undefined> {
  return findCustomer(db, merchant_id, customer_id)
}

/** True if the payer has been erased: a deleted customer, or a guest beyond the retention time. */
export async function isErased(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  { customer_id, created }: { customer_id: string | null; created: Date },
): Promise<boolean> {
  if (customer_id === null) {
    const guests = await findGuestRedaction(db, merchant_id)
    return guests !== undefined && created <= guests.redacted_until
  }
  return (await findDeletedCustomer(db, merchant_id, customer_id)) !== undefined
}

/** Refuses its commit when the customer has been deleted since it was read. */
export function whileNotDeleted(customer: CustomerRow): Demand {
  return demand(customers, customer, ['deleted_at'])
}

export async function getCustomer(context: Context, customer_id: string): Promise<Customer> {
  return withDefault(context, await readCustomer(context, customer_id))
}

const entryToApi = (row: CustomerEntry) => project(CustomerEntry, row)
const list = { source: customerPages, filters: customerFilters, toApi: entryToApi }

export function listCustomers(
  context: Context,
  input: ListCustomers,
): Promise<Envelope<CustomerEntry>> {
  return readList(context, list, input)
}
