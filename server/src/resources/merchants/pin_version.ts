import { change, update } from '#kernel/change.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { findMerchant, merchants } from './store.ts'

/** Fixes the version of the interface a merchant has met first; whoever comes second finds it fixed. */
export function versionPinner(services: Services) {
  return async (merchant_id: string, api_version: string): Promise<void> => {
    const row = await findMerchant(services.db, merchant_id)
    if (row === undefined || row.api_version !== null) return
    try {
      await services.committer.commit(change(update(merchants, row, { api_version })))
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
    }
  }
}
