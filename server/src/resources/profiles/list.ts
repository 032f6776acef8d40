import type { Context } from '#kernel/context.ts'
import type { Profile } from './schema.ts'
import { toApi } from './secret.ts'
import { findProfiles } from './store.ts'

export async function listProfiles(context: Context): Promise<Profile[]> {
  const rows = await findProfiles(context.db, context.merchant_id)
  return rows.map((row) => toApi(row))
}
