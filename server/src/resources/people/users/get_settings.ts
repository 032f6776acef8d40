import type { Context } from '#kernel/context.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import type { TeamSettings } from './schema.ts'

export async function getTeamSettings(context: Context): Promise<TeamSettings> {
  const { db, merchant_id, mailer } = context
  const { require_two_factor } = await readMerchant(db, merchant_id)
  return { require_two_factor, sends_mail: mailer !== undefined }
}
