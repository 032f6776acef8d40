import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { project } from '#http/fields.ts'
import { readMerchant } from './read.ts'
import { MerchantSettings, type UpdateMerchantSettings } from './schema.ts'
import { merchants } from './store.ts'
import { requireTimeZone } from './time_zone.ts'

export async function getSettings({ db, merchant_id }: Context): Promise<MerchantSettings> {
  return project(MerchantSettings, await readMerchant(db, merchant_id))
}

export function updateSettings(
  { db, merchant_id, commit, clock }: Context,
  { time_zone }: UpdateMerchantSettings,
): Promise<MerchantSettings> {
  if (time_zone !== undefined) requireTimeZone(time_zone)
  return retryOnConflict(async () => {
    const current = await readMerchant(db, merchant_id)
    const next = { time_zone: time_zone ?? current.time_zone }
    await commit(update(merchants, current, { ...next, modified_at: clock.now() }))
    return project(MerchantSettings, { ...current, ...next })
  })
}
