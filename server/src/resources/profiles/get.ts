import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import type { Profile } from './schema.ts'
import { toApi } from './secret.ts'
import { findProfile, type ProfileRow } from './store.ts'

export async function getProfile(context: Context, profile_id: string): Promise<Profile> {
  return toApi(await readProfile(context, profile_id))
}

export async function readProfile(context: Context, profile_id: string): Promise<ProfileRow> {
  const row = await readAnyProfile(context, profile_id)
  if (row.deleted_at !== null) throw notFound('business profile', profile_id)
  return row
}

/** For what was made under the profile: it goes by its settings also when the profile is deleted. */
export async function readAnyProfile(context: Context, profile_id: string): Promise<ProfileRow> {
  const row = await findProfile(context.db, context.merchant_id, profile_id)
  if (row === undefined) throw notFound('business profile', profile_id)
  return row
}
