import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { isLocale, isTimeZone, ZONE_WANTED } from '#kernel/calendar.ts'
import { Failure } from '#errors.ts'
import { currentUser } from './read.ts'
import { type UserPreferences, users } from './store.ts'

/** The profile is the one chosen at the session's merchant. */
export type ChosenPreferences = Omit<UserPreferences, 'profiles'> & { profile_id?: string | null }

/** A person who works for more merchants chooses again at the oldest one. */
const MAX_PROFILES = 100

/** Omitted preferences stay; null returns to what the device has. */
export function updatePreferences(context: Context, chosen: ChosenPreferences): Promise<void> {
  const { locale, time_zone } = chosen
  if (locale && !isLocale(locale)) throw unknown('locale', locale)
  if (time_zone && !isTimeZone(time_zone)) throw unknown('time_zone', time_zone)
  return retryOnConflict(async () => {
    const user = await currentUser(context)
    const preferences = decide(user.preferences, chosen, context.merchant_id)
    await context.commit(update(users, user, { preferences }))
  })
}

function decide(
  current: UserPreferences,
  { profile_id, ...chosen }: ChosenPreferences,
  merchant_id: string,
): UserPreferences {
  if (profile_id === undefined) return { ...current, ...chosen }
  const { [merchant_id]: _, ...others } = current.profiles ?? {}
  const entries = Object.entries(others)
  if (profile_id !== null) entries.push([merchant_id, profile_id])
  return { ...current, ...chosen, profiles: Object.fromEntries(entries.slice(-MAX_PROFILES)) }
}

function unknown(field: 'locale' | 'time_zone', value: string): Failure {
  const wanted = field === 'locale' ? 'a language tag such as en-GB' : ZONE_WANTED
  return new Failure('IR_04', `\`${field}\` must be ${wanted}, not ${value}.`, { field })
}
