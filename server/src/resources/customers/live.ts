import { type Update, update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { customers, type CustomerRow, findCustomer } from './store.ts'

export type { CustomerRow } from './store.ts'

/** The customer, unless deleted. */
export async function findLiveCustomer(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
  customer_id: string,
): Promise<CustomerRow | undefined> {
  return findCustomer(db, merchant_id, customer_id)
}

/** Refuses its commit when the customer has been deleted or changed since it was read. */
export function whileUnchanged(customer: CustomerRow): Update {
  return update(customers, customer, {})
}
