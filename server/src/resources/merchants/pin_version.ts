import { update } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { findMerchant, merchants } from './store.ts'

/** Fixes the version of the interface a merchant has met first; whoever comes second finds it fixed. */
export function versionPinner(services: Services) {
  return async (merchant_id: string, api_version: string): Promise<void> => {
    const row = await findMerchant(services.db, merchant_id)
    if (row === undefined || row.api_version !== null) return
    await services.tryCommit(update(merchants, row, { api_version }))
  }
}
