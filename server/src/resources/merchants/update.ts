import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { Merchant, type UpdateMerchant } from './schema.ts'
import { findMerchant, merchants } from './store.ts'
import { project } from '#http/fields.ts'

/** Absent leaves a field as it is. */
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
    return project(Merchant, { ...current, ...set })
  })
}

/** Pins a merchant to the API version of its first request; a concurrent second request changes nothing. */
export function versionPinner(services: Services) {
  return async (merchant_id: string, api_version: string): Promise<void> => {
    const row = await findMerchant(services.db, merchant_id)
    if (row === undefined || row.api_version !== null) return
    await services.tryCommit(update(merchants, row, { api_version }))
  }
}
