import type { Context } from '#kernel/context.ts'
import { readProfile, toApi } from './read.ts'
import type { Profile } from './schema.ts'

export async function getProfile(context: Context, profile_id: string): Promise<Profile> {
  return toApi(await readProfile(context, profile_id))
}
