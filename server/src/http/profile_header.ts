// The header X-Profile-Id: a route with `profile: true` needs it. Only its presence is checked here, like a field's;
// `profileOfRequest` in resources/accounts/profiles looks the profile up.
import { type Fault, missing } from '#errors.ts'

export const PROFILE_HEADER = 'X-Profile-Id'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export function sentProfile(headers: Headers): string | undefined {
  const header = headers[PROFILE_HEADER.toLowerCase()]
  return typeof header === 'string' && header !== '' ? header : undefined
}

export function missingProfile({ headers }: { headers: Headers }): Fault[] {
  return sentProfile(headers) === undefined ? [missing(PROFILE_HEADER)] : []
}
