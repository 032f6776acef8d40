import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import { sleep } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { Merchant, type UpdateMerchant } from './schema.ts'
import { readOrganization } from '#resources/accounts/organizations/read.ts'
import { readMerchant } from './read.ts'
import { findMerchant, merchants } from './store.ts'
import { requireTimeZone } from './time_zone.ts'
import { project } from '#http/fields.ts'

/** Absent leaves a field as it is. Returns when every process applies a new status, rate limit or organization. */
export async function updateMerchant(
  { db, commit, clock }: Services,
  merchant_id: string,
  input: UpdateMerchant,
): Promise<Merchant> {
  const { organization_id: moved_to, time_zone: zone } = input
  if (zone !== undefined) requireTimeZone(zone)
  if (moved_to !== undefined) await readOrganization(db, moved_to)
  const merchant = await retryOnConflict(async () => {
    const current = await readMerchant(db, merchant_id)
    const next = { ...current, ...input }
    const { merchant_name, organization_id, status, dispute_fees, ...rest } = next
    const { allow_payouts_above_balance, payout_daily_limits, rate_limit, time_zone } = rest
    const bounds = { allow_payouts_above_balance, payout_daily_limits, rate_limit, time_zone }
    const names = { merchant_name, organization_id, status }
    const set = { ...names, dispute_fees, ...bounds, modified_at: clock.now() }
    await commit(update(merchants, current, set))
    return project(Merchant, { ...current, ...set })
  })
  const leased = [input.status, input.rate_limit, moved_to]
  if (leased.some((value) => value !== undefined)) await sleep(LEASE_MS)
  return merchant
}

/** Pins a merchant to the API version in its first request; a concurrent second request changes nothing. */
export function versionPinner(services: Services) {
  return async (merchant_id: string, api_version: string): Promise<void> => {
    const row = await findMerchant(services.db, merchant_id)
    if (row === undefined || row.api_version !== null) return
    await services.tryCommit(update(merchants, row, { api_version }))
  }
}
