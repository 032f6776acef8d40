import { type Demand, demand } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { defaultMethod } from './default_method.ts'
import { expandCustomers, readParts } from './expand.ts'
import {
  Customer,
  CustomerEntry,
  customerFilters,
  type Expanded,
  type GetCustomer,
  type ListCustomers,
} from './schema.ts'
import {
  customerPages,
  type CustomerRow,
  customers,
  findCustomer,
  findDeletedCustomer,
  findGuestRedaction,
  guestRedactions,
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

/** Refuses its commit when the payer has been erased since `isErased` was asked. */
export async function whileNotErased(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  { customer_id }: { customer_id: string | null },
): Promise<readonly Demand[]> {
  if (customer_id === null) {
    const guests = await findGuestRedaction(db, merchant_id)
    return guests === undefined ? [] : [demand(guestRedactions, guests, ['redacted_until'])]
  }
  const customer = await findLiveCustomer({ db }, merchant_id, customer_id)
  return customer === undefined ? [] : [whileNotDeleted(customer)]
}

export async function getCustomer(
  context: Context,
  customer_id: string,
  { expand }: GetCustomer = {},
): Promise<Customer> {
  const parts = readParts(context, expand)
  const customer = await withDefault(context, await readCustomer(context, customer_id))
  const [expanded = customer] = await expandCustomers(context, parts, [customer])
  return expanded
}

const entryToApi = (row: Omit<CustomerEntry, keyof Expanded>) => project(CustomerEntry, row)
const list = { source: customerPages, filters: customerFilters, toApi: entryToApi }

export async function listCustomers(
  context: Context,
  input: ListCustomers,
): Promise<Envelope<CustomerEntry>> {
  const parts = readParts(context, input.expand)
  const page = await readList(context, list, input)
  return { ...page, data: await expandCustomers(context, parts, page.data) }
}
