import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { readCustomer } from './read.ts'
import { deleteMethods } from './redact.ts'
import { redacted } from './redacted.ts'
import type { DeletedCustomer } from './schema.ts'
import { type CustomerRow, customers } from './store.ts'

/**
 * Erases personal data and keeps the id reserved. The `deleted customers` sweep redacts payments and other objects
 * within seconds.
 */
export function deleteCustomer(context: Context, customer_id: string): Promise<DeletedCustomer> {
  return retryOnConflict(async () => {
    const current = await readCustomer(context, customer_id)
    const set = decideDelete(current, context.now)
    const methods = await deleteMethods(context, customer_id)
    await context.commit(update(customers, current, set), ...methods)
    return {
      customer_id,
      deleted: true as const,
      customer_deleted: true as const,
      address_deleted: true as const,
      payment_methods_deleted: true as const,
    }
  })
}

function decideDelete(current: CustomerRow, now: Date) {
  return {
    email: redacted(current.email),
    name: redacted(current.name),
    phone: redacted(current.phone),
    phone_country_code: redacted(current.phone_country_code),
    description: redacted(current.description),
    address: null,
    metadata: {},
    default_payment_method_id: null,
    deleted_at: now,
    redact_at: now,
    modified_at: now,
  }
}
