import { change, update } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { forgetAll } from '../payment_methods/saved.ts'
import { forgetPayoutMethods } from '../payout_methods/saved.ts'
import { getCustomer } from './get.ts'
import type { DeletedCustomer } from './schema.ts'
import { type CustomerRow, customers } from './store.ts'

const REDACTED = 'Redacted'

/** Forgets the person and keeps the id, which can never be used again. */
export function deleteCustomer(context: Context, customer_id: string): Promise<DeletedCustomer> {
  return deciding(async () => {
    const current = await getCustomer(context, customer_id)
    const set = decideDelete(current, context.now)
    const forgotten = await Promise.all([
      forgetAll(context, context.merchant_id, customer_id),
      forgetPayoutMethods(context, context.merchant_id, customer_id),
    ])
    await context.committer.commit(change(update(customers, current, set), ...forgotten.flat()))
    return {
      customer_id,
      deleted: true as const,
      customer_deleted: true as const,
      address_deleted: true as const,
      payment_methods_deleted: true as const,
    }
  })
}

/** What was never known stays unknown: only what names a person is replaced. */
function decideDelete(current: CustomerRow, now: Date) {
  const redact = (value: string | null) => (value === null ? null : REDACTED)
  return {
    email: redact(current.email),
    name: redact(current.name),
    phone: redact(current.phone),
    phone_country_code: redact(current.phone_country_code),
    description: redact(current.description),
    address: null,
    metadata: {},
    default_payment_method_id: null,
    deleted_at: now,
    modified_at: now,
  }
}
