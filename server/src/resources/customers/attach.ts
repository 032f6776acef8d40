import { insert, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { newCustomer, taken } from './create.ts'
import type { CreateCustomer, Customer } from './schema.ts'
import { customers, findAnyCustomer } from './store.ts'

interface Attached {
  customer: Customer
  /** What makes the customer, to be written with whatever needs it. */
  writes: Write[]
}

/** The customer of that id as it is, or a new one with these details. */
export async function attachCustomer(context: Context, person: CreateCustomer): Promise<Attached> {
  const known =
    person.customer_id === undefined
      ? undefined
      : await findAnyCustomer(context.db, context.merchant_id, person.customer_id)
  if (known?.deleted_at) throw taken(known.customer_id)
  if (known) return { customer: known, writes: [] }
  const customer = newCustomer(context, person)
  return { customer, writes: [insert(customers, customer)] }
}
