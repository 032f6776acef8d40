import { newApiKey } from '#resources/accounts/api_keys/create.ts'
import { UNLIMITED } from '#resources/accounts/api_keys/limits.ts'
import { type Insert, insert } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { clip } from '#http/fields.ts'
import { newProfile } from '#resources/accounts/profiles/create.ts'
import { newOrganization } from '#resources/accounts/organizations/create.ts'
import { readOrganization } from '#resources/accounts/organizations/read.ts'
import type { CreateMerchant, NewMerchant } from './schema.ts'
import { merchants } from './store.ts'
import { requireTimeZone } from './time_zone.ts'

/** A merchant, its default profile, its first secret key and its publishable key, all or nothing; its organization too, unless it exists. */
export async function createMerchant(
  services: Services & IdSource,
  input: CreateMerchant,
): Promise<NewMerchant> {
  const now = services.clock.now()
  const { organization_id, writes } = await chooseOrganization(services, input)
  const merchant_id = services.merchantId(services.cell)
  const key = { ...UNLIMITED, merchant_id, organization_id: null, description: null, now }
  const publishable = newApiKey(services, {
    ...key,
    key_id: services.id('key', 'publishable'),
    type: 'publishable',
    name: 'First publishable key',
    scopes: [],
  })
  const first = newApiKey(services, {
    ...key,
    key_id: services.id('key'),
    type: 'secret',
    name: 'First key',
  })
  const owner = { merchant_id, profile_id: services.id('pro'), is_default: true }
  const profile = newProfile(services, owner, { profile_name: clip(input.merchant_name, 64) }, now)
  const merchant = {
    merchant_id,
    organization_id,
    merchant_name: input.merchant_name,
    publishable_key: publishable.key,
    api_version: null,
    status: 'active' as const,
    dispute_fees: input.dispute_fees ?? {},
    // The sandbox has no money to lose, and a first payout should need no balance.
    allow_payouts_above_balance:
      input.allow_payouts_above_balance ?? services.environment === 'sandbox',
    payout_daily_limits: input.payout_daily_limits ?? {},
    rate_limit: input.rate_limit ?? null,
    require_two_factor: false,
    time_zone: requireTimeZone(input.time_zone ?? 'UTC'),
    created: now,
    modified_at: now,
    version: 1,
  }
  const rest = [...writes, profile.write, ...first.writes, ...publishable.writes]
  // The id exists only if an earlier attempt at this request created it, with the same keys.
  await services.tryCommit(insert(merchants, merchant), ...rest)
  return {
    merchant_id,
    organization_id,
    merchant_name: input.merchant_name,
    profile_id: owner.profile_id,
    api_key: first.key,
    publishable_key: publishable.key,
    payment_response_hash_key: profile.secret,
  }
}

/** The named organization, which must exist, or a new one with the merchant's name. */
async function chooseOrganization(
  services: Services & IdSource,
  { organization_id, merchant_name }: CreateMerchant,
): Promise<{ organization_id: string; writes: Insert[] }> {
  if (organization_id !== undefined) {
    await readOrganization(services.db, organization_id)
    return { organization_id, writes: [] }
  }
  const own = services.id('org')
  const writes = [newOrganization(own, merchant_name, services.clock.now())]
  return { organization_id: own, writes }
}
