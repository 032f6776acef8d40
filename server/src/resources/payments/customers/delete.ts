import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readCustomer } from './read.ts'
import { deleteMethods } from './redact.ts'
import { redacted } from './redact_fields.ts'
import type { DeletedCustomer } from './schema.ts'
import { type CustomerRow, customers, findBilledSubscription } from './store.ts'

/**
 * Erases personal data and keeps the id reserved. The `deleted customers` sweep redacts payments and other objects
 * within seconds.
 */
export async function deleteCustomer(
  context: Context,
  customer_id: string,
): Promise<DeletedCustomer> {
  await retryOnConflict(async () => {
    const current = await readCustomer(context, customer_id)
    await checkNotBilled(context, customer_id)
    const set = decideDelete(current, context.now)
    const methods = await deleteMethods(context, customer_id)
    await context.commit(update(customers, current, set), ...methods)
  })
  // A payment may have saved a method while the customer was being deleted; from now on none can.
  await retryOnConflict(async () => context.commit(...(await deleteMethods(context, customer_id))))
  return {
    customer_id,
    deleted: true,
    customer_deleted: true,
    address_deleted: true,
    payment_methods_deleted: true,
  }
}

/** Any other subscription ends when the personal data is erased. */
async function checkNotBilled({ db, merchant_id }: Context, customer_id: string): Promise<void> {
  const billed = await findBilledSubscription(db, merchant_id, customer_id)
  if (billed === undefined) return
  const { subscription_id, status } = billed
  const message = `The customer has the subscription ${subscription_id}, which is ${status}. Cancel it first.`
  throw new Failure('IR_16', message)
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
