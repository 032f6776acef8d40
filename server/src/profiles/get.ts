import type { Context } from '../kernel/context.ts'
import { notFound } from '../errors.ts'
import type { Profile } from './schema.ts'
import { shown } from './secret.ts'
import { findProfile, type ProfileRow } from './store.ts'

export async function getProfile(context: Context, profile_id: string): Promise<Profile> {
  return shown(await readProfile(context, profile_id))
}

export async function readProfile(context: Context, profile_id: string): Promise<ProfileRow> {
  const row = await findProfile(context.db, context.merchant_id, profile_id)
  if (row === undefined) throw notFound('business profile', profile_id)
  return row
}
