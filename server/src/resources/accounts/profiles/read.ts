// Profiles as other folders read them. Every payment needs its profile and profiles seldom change, so they are leased:
// the process that changes a profile sees the change at once, the others within a second.
import { type Demand, demand } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import { isId } from '#kernel/ids.ts'
import type { Leased } from '#kernel/lease.ts'
import { notFound, required } from '#errors.ts'
import { mayUse } from '#http/authenticate.ts'
import { clip, project } from '#http/fields.ts'
import { cutWhole } from '#http/lists.ts'
import { PROFILE_HEADER, sentProfile } from '#http/profile_header.ts'
import { type ListProfiles, Profile } from './schema.ts'
import { maskedHeaders, openHeaders, signingSecrets } from './secret.ts'
import {
  findDefaultProfile,
  findProfile,
  findProfiles,
  findWebhookDetails,
  type ProfileRow,
  profiles,
} from './store.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly profiles: Leased<LeasedProfile>
  }
}

export interface LeasedProfile extends Profile {
  readonly deleted_at: Date | null
}

/** The secret is whole only when it has just been created. */
export function toApi(row: ProfileRow, secret = `****${row.webhook_secret_last4}`): Profile {
  const custom_http_headers = maskedHeaders(row.webhook_details.custom_http_headers)
  const webhook_details = { ...row.webhook_details, custom_http_headers }
  return project(Profile, { ...row, webhook_details, payment_response_hash_key: secret })
}

export async function readProfile(context: Context, profile_id: string): Promise<ProfileRow> {
  const row = await readAnyProfile(context, profile_id)
  if (row.deleted_at !== null) throw notFound('business profile', profile_id)
  return row
}

/** For existing objects, which keep a deleted profile's settings. */
export async function readAnyProfile(context: Context, profile_id: string): Promise<ProfileRow> {
  const row = await findProfile(context.db, context.merchant_id, profile_id)
  if (row === undefined) throw notFound('business profile', profile_id)
  return row
}

/** The approvals that a payout needs now. The demand refuses a commit after the number has changed. */
export async function demandApprovals(
  context: Context,
  profile_id: string,
): Promise<{ required: number; unchanged: Demand }> {
  const row = await readAnyProfile(context, profile_id)
  const unchanged = demand(profiles, row, ['payout_approvals'])
  return { required: row.payout_approvals, unchanged }
}

/** For new objects. */
export async function profileInForce(context: Context, profile_id: string): Promise<Profile> {
  const found = await profileOfExisting(context, profile_id)
  const isOpen = found.deleted_at === null && mayUse(context, profile_id)
  if (!isOpen) throw notFound('business profile', profile_id)
  return found
}

/** The profile in the X-Profile-Id header, for routes with `profile: true`; call it after the field checks. */
export async function profileOfRequest(context: Context): Promise<Profile> {
  const profile_id = sentProfile(context.request?.headers ?? {})
  if (profile_id === undefined) throw required(PROFILE_HEADER)
  if (!isId(profile_id)) throw notFound('business profile', clip(profile_id, 64))
  return profileInForce(context, profile_id)
}

/** For existing objects, which keep a deleted profile's settings. */
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

/**
 * The profile for a request that names none: the merchant's default profile. A key that is bound to other profiles
 * uses the oldest one.
 */
export async function defaultProfile(context: Context): Promise<Profile> {
  const { profile_ids } = context.caller
  const usual = await merchantDefault(context)
  if (profile_ids.length === 0 || profile_ids.includes(usual.profile_id)) return usual
  const bound = await Promise.all(profile_ids.map((id) => profileOfExisting(context, id)))
  const [oldest] = bound.filter(({ deleted_at }) => deleted_at === null).toSorted(byAge)
  if (oldest === undefined) throw notFound('business profile', profile_ids[0] ?? '')
  return oldest
}

function byAge(a: Profile, b: Profile): number {
  return a.created.getTime() - b.created.getTime() || (a.profile_id < b.profile_id ? -1 : 1)
}

async function merchantDefault({ db, merchant_id, profiles }: Context): Promise<Profile> {
  const found = await profiles.get(merchant_id, async () => {
    const row = await findDefaultProfile(db, merchant_id)
    return row && leased(row)
  })
  if (found === undefined) throw new Error(`merchant ${merchant_id} has no default profile`)
  return found
}

/** Called when a profile was created, changed or deleted. */
export function evictProfile({ profiles, merchant_id }: Context, profile_id: string): void {
  profiles.evict(merchant_id)
  profiles.evict(`${merchant_id}/${profile_id}`)
}

export type WebhookSettings = Profile['webhook_details']

export interface ProfileKey {
  readonly merchant_id: string
  readonly profile_id: string
}

/** Webhook settings for many profiles; unknown profiles are left out. */
export async function webhookSettings(
  { db }: Pick<Services, 'db'>,
  keys: readonly ProfileKey[],
): Promise<(ProfileKey & { webhook_details: WebhookSettings })[]> {
  return findWebhookDetails(db, keys)
}

export interface Receiver {
  readonly url: string
  readonly custom_http_headers: Readonly<Record<string, string>>
  /** The secrets that sign now, newest first. */
  readonly secrets: readonly string[]
}

/** Receives a profile's webhooks; undefined when the profile has no URL. */
export async function webhookReceiver(
  services: Pick<Services, 'db' | 'keyring'>,
  { merchant_id, profile_id }: ProfileKey,
  now: Date,
): Promise<Receiver | undefined> {
  const row = await findProfile(services.db, merchant_id, profile_id)
  if (!row?.webhook_details.webhook_url) return undefined
  const { webhook_url: url } = row.webhook_details
  const custom_http_headers = openHeaders(services, row)
  return { url, custom_http_headers, secrets: signingSecrets(services, row, now) }
}

export async function getProfile(context: Context, profile_id: string): Promise<Profile> {
  return toApi(await readProfile(context, profile_id))
}

/** Oldest first. */
export async function listProfiles(context: Context, input: ListProfiles): Promise<Profile[]> {
  const rows = await findProfiles(context.db, context.merchant_id)
  return cutWhole(rows, input, ({ created }) => created).map((row) => toApi(row))
}
