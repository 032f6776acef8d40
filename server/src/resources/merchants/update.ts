import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import type { Merchant, UpdateMerchant } from './schema.ts'
import { findMerchant, merchants } from './store.ts'

/** What the operator has agreed with a merchant; absent leaves it as it is. */
export function updateMerchant(
  { db, commit, clock }: Context,
  merchant_id: string,
  input: UpdateMerchant,
): Promise<Merchant> {
  return retryOnConflict(async () => {
    const current = await findMerchant(db, merchant_id)
    if (current === undefined) throw notFound('merchant', merchant_id)
    const { merchant_name, dispute_fees } = { ...current, ...input }
    const set = { merchant_name, dispute_fees, modified_at: clock.now() }
    await commit(update(merchants, current, set))
    return { ...current, ...set }
  })
}
