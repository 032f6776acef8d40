import type { Context } from '#kernel/context.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import type { TeamSettings } from './schema.ts'

export async function getTeamSettings({ db, merchant_id }: Context): Promise<TeamSettings> {
  const { require_two_factor } = await readMerchant(db, merchant_id)
  return { require_two_factor }
}
