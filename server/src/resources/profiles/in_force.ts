// The settings that payments go by. Every payment needs them and they seldom change, so they are leased:
// the process that changes a profile goes by the change at once, the others within a second.
import type { Context } from '#kernel/context.ts'
import type { Leased } from '#kernel/lease.ts'
import { notFound } from '#errors.ts'
import type { Profile } from './schema.ts'
import { toApi } from './secret.ts'
import { findProfile, findProfiles, type ProfileRow } from './store.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly profiles: Leased<LeasedProfile>
  }
}

export interface LeasedProfile extends Profile {
  readonly deleted_at: Date | null
}

/** For something new. */
export async function profileInForce(context: Context, profile_id: string): Promise<Profile> {
  const found = await profileOfExisting(context, profile_id)
  if (found.deleted_at !== null) throw notFound('business profile', profile_id)
  return found
}

/** For what was made under the profile: it goes by its settings also when the profile is deleted. */
export async function profileOfExisting(
  context: Context,
  profile_id: string,
): Promise<LeasedProfile> {
  const { db, merchant_id, profiles } = context
  const found = await profiles.get(`${merchant_id}/${profile_id}`, async () => {
    const row = await findProfile(db, merchant_id, profile_id)
    return row && leased(row)
  })
  if (found === undefined) throw notFound('business profile', profile_id)
  return found
}

function leased(row: ProfileRow): LeasedProfile {
  return { ...toApi(row), deleted_at: row.deleted_at }
}

/** Of a merchant who has one; who has several must say which. */
export function onlyProfile({ db, merchant_id, profiles }: Context): Promise<Profile | undefined> {
  return profiles.get(merchant_id, async () => {
    const [only, ...others] = await findProfiles(db, merchant_id)
    return only && others.length === 0 ? leased(only) : undefined
  })
}

/** Called when a profile was made, changed or removed. */
export function evictProfile({ profiles, merchant_id }: Context, profile_id: string): void {
  profiles.evict(merchant_id)
  profiles.evict(`${merchant_id}/${profile_id}`)
}
