// What is left to do about a deleted customer: other objects name the person too.
import { change, update } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { type CustomerRow, customers, findDeletedCustomer } from './store.ts'

export type Forgotten = CustomerRow & { deleted_at: Date }

export async function readForgotten(
  { db, merchant_id }: Context,
  customer_id: string,
): Promise<Forgotten | undefined> {
  const row = await findDeletedCustomer(db, merchant_id, customer_id)
  return row?.redact_at ? (row as Forgotten) : undefined
}

/** Null when there is nothing left to look for. */
export async function finishForgetting(
  { committer }: Context,
  customer: Forgotten,
  redact_at: Date | null,
): Promise<void> {
  await committer.commit(change(update(customers, customer, { redact_at })))
}
