// Saves the user's preferences, and adopts those that were chosen on another device.
import { apply, chosen, type Preferences, preferences } from '../lib/preferences.ts'
import { api, type Schemas } from './client.ts'

type Saved = Schemas['CurrentUser']['preferences']

/** Requests that save; the server's answers to earlier ones are older than the copy. */
let saving = 0

type Choice = Partial<Omit<Preferences, 'profiles'>>

/** Applies at once, and is saved for the user's other devices. */
export function prefer(choice: Choice): void {
  apply({ ...chosen(), ...choice })
  void save(choice)
}

/** Undefined is all profiles. */
export function preferProfile(merchant_id: string, profile_id: string | undefined): void {
  apply({ ...chosen(), profiles: withProfile(merchant_id, profile_id) })
  void save({ profile_id: profile_id ?? null })
}

function withProfile(merchant_id: string, profile_id: string | undefined) {
  const { [merchant_id]: _, ...others } = preferences().profiles
  return profile_id === undefined ? others : { ...others, [merchant_id]: profile_id }
}

/** A choice that cannot be saved stays on this device until the next one reads the server's. */
async function save(body: Schemas['SavePreferencesRequest']): Promise<void> {
  saving += 1
  await api.POST('/user/preferences', { body }).catch(() => undefined)
  saving -= 1
}

/** The server's preferences replace the copy; another user's copy is dropped. */
export function adoptPreferences(
  user_id: string,
  merchant_id: string | null,
  { theme, locale, time_zone, profile_id }: Saved,
): void {
  if (saving > 0) return
  const copy = chosen()
  const isOwn = copy.user_id === undefined || copy.user_id === user_id
  const before = isOwn ? copy : {}
  const profiles =
    merchant_id === null ? before.profiles : withProfile(merchant_id, profile_id ?? undefined)
  apply({
    ...before,
    ...(theme && { theme }),
    ...(locale && { locale }),
    ...(time_zone && { time_zone }),
    ...(profiles && { profiles }),
    user_id,
  })
}
