// The merchant's business profiles, and the one that the person has chosen.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { preferProfile } from './preferences.ts'
import { preferences, usePreferences } from '../lib/preferences.ts'
import { unwrapAnswer, api, type Schemas, standing } from './client.ts'
import { type User, useUser } from './session.ts'

export type Profile = Schemas['BusinessProfile']

/** Empty if the role may not read them. */
export function profilesQuery({ merchant_id, scopes }: Pick<User, 'merchant_id' | 'scopes'>) {
  return queryOptions({
    queryKey: ['profiles', merchant_id],
    staleTime: 60_000,
    queryFn: async (): Promise<Profile[]> => {
      const needed = ['*', 'profiles:read', 'profiles:write']
      const isAllowed = needed.some((scope) => scopes.includes(scope))
      if (merchant_id === null || !isAllowed) return stand(merchant_id, [])
      const path = { merchant_id }
      const call = api.GET('/account/{merchant_id}/business_profile', { params: { path } })
      return stand(merchant_id, await unwrapAnswer(call))
    },
  })
}

/** From here on requests are about the chosen profile, if it still exists. */
function stand(merchant_id: string | null, profiles: Profile[]): Profile[] {
  const wanted = preferences().profiles[merchant_id ?? '']
  const chosen = profiles.find(({ profile_id }) => profile_id === wanted)
  const usual = profiles.find(({ is_default }) => is_default) ?? profiles[0]
  delete standing.profile_id
  delete standing.default_profile_id
  if (chosen) standing.profile_id = chosen.profile_id
  if (usual) standing.default_profile_id = usual.profile_id
  return profiles
}

export function useProfiles(): readonly Profile[] {
  const { data = [] } = useQuery(profilesQuery(useUser()))
  return data
}

/** The chosen profile; undefined means all. */
export function useProfile(): Profile | undefined {
  const { merchant_id } = useUser()
  const wanted = usePreferences().profiles[merchant_id ?? '']
  return useProfiles().find(({ profile_id }) => profile_id === wanted)
}

export function chooseProfile(merchant_id: string, profile_id: string | undefined): void {
  preferProfile(merchant_id, profile_id)
  if (profile_id === undefined) delete standing.profile_id
  else standing.profile_id = profile_id
}

/** The profile that a new object gets: one that is named, the chosen one, or the default. */
export function useNamedProfile(named: string): Profile | undefined {
  const profiles = useProfiles()
  const current = useProfile()
  const wanted = profiles.find(({ profile_id }) => profile_id === named) ?? current
  return wanted ?? profiles.find(({ is_default }) => is_default) ?? profiles[0]
}

/** The header for requests that must name a profile: a given one, the chosen one, or the default. */
export function profileHeader(profile_id?: string): { 'X-Profile-Id': string } {
  const usual = standing.profile_id ?? standing.default_profile_id ?? ''
  return { 'X-Profile-Id': profile_id ?? usual }
}
