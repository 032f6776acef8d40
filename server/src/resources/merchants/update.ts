import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import { sleep } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { Merchant, type UpdateMerchant } from './schema.ts'
import { readMerchant } from './read.ts'
import { findMerchant, merchants } from './store.ts'
import { project } from '#http/fields.ts'

/** Absent leaves a field as it is. Returns when every process applies a new status or rate limit. */
export async function updateMerchant(
  { db, commit, clock }: Services,
  merchant_id: string,
  input: UpdateMerchant,
): Promise<Merchant> {
  const merchant = await retryOnConflict(async () => {
    const current = await readMerchant(db, merchant_id)
    const { merchant_name, status, dispute_fees, ...rest } = { ...current, ...input }
    const { allow_payouts_above_balance, payout_daily_limits, rate_limit } = rest
    const bounds = { allow_payouts_above_balance, payout_daily_limits, rate_limit }
    const set = { merchant_name, status, dispute_fees, ...bounds, modified_at: clock.now() }
    await commit(update(merchants, current, set))
    return project(Merchant, { ...current, ...set })
  })
  if (input.status !== undefined || input.rate_limit !== undefined) await sleep(LEASE_MS)
  return merchant
}

/** Pins a merchant to the API version of its first request; a concurrent second request changes nothing. */
export function versionPinner(services: Services) {
  return async (merchant_id: string, api_version: string): Promise<void> => {
    const row = await findMerchant(services.db, merchant_id)
    if (row === undefined || row.api_version !== null) return
    await services.tryCommit(update(merchants, row, { api_version }))
  }
}
