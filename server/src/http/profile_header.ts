// The header X-Profile-Id: a route with `profile: true` needs it. Its presence is checked here, like that of a field;
// whether the profile exists is for `profileOfRequest` in resources/profiles.
import { required } from '#errors.ts'

export const PROFILE_HEADER = 'X-Profile-Id'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export function sentProfile(headers: Headers): string | undefined {
  const header = headers[PROFILE_HEADER.toLowerCase()]
  return typeof header === 'string' && header !== '' ? header : undefined
}

export function checkProfileHeader({ headers }: { headers: Headers }): void {
  if (sentProfile(headers) === undefined) throw required(PROFILE_HEADER)
}
