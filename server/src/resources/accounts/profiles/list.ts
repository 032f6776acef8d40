import type { Context } from '#kernel/context.ts'
import { cutWhole } from '#http/lists.ts'
import type { ListProfiles, Profile } from './schema.ts'
import { toApi } from './read.ts'
import { findProfiles } from './store.ts'

/** Oldest first. */
export async function listProfiles(context: Context, input: ListProfiles): Promise<Profile[]> {
  const rows = await findProfiles(context.db, context.merchant_id)
  return cutWhole(rows, input, ({ created }) => created).map((row) => toApi(row))
}
