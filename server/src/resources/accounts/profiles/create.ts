import { insert } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { mergeMetadata } from '#http/fields.ts'
import { withDrawnLogo } from './logo.ts'
import { readProfile, evictProfile, toApi } from './read.ts'
import type { CreateProfile, Profile, UpdateProfile } from './schema.ts'
import { lowered, maskedHeaders, newSecret, sealHeaders } from './secret.ts'
import { findProfiles, type ProfileRow, profiles } from './store.ts'
import { webhookRefusal } from '#kernel/addresses.ts'

export async function createProfile(context: Context, sent: CreateProfile): Promise<Profile> {
  checkWebhookUrl(context, sent)
  const input = await withDrawnLogo(sent)
  const { merchant_id, now } = context
  const owner = { merchant_id, profile_id: context.id('pro'), is_default: false }
  const { row, secret, write } = newProfile(context, owner, input, now)
  if (!(await context.tryCommit(write))) {
    await checkName(context, row)
    // The name is free, so an earlier attempt at this request created the profile.
    return toApi(await readProfile(context, row.profile_id), secret)
  }
  evictProfile(context, row.profile_id)
  return toApi(row, secret)
}

/** Names are unique per merchant; a unique index decides races. */
export async function checkName(
  context: Context,
  wanted: Pick<ProfileRow, 'profile_id' | 'profile_name'>,
): Promise<void> {
  const all = await findProfiles(context.db, context.merchant_id)
  const holder = all.find((profile) => profile.profile_name === wanted.profile_name)
  if (holder === undefined || holder.profile_id === wanted.profile_id) return
  throw new Failure('HE_01', `A profile named ${wanted.profile_name} exists already.`, {
    field: 'profile_name',
    details: { existing_id: holder.profile_id },
  })
}

type Owner = Pick<ProfileRow, 'merchant_id' | 'profile_id' | 'is_default'>

/** A profile with the settings that were sent, and defaults for the rest. */
export function newProfile(
  services: Services & IdSource,
  owner: Owner,
  input: CreateProfile,
  now: Date,
) {
  const { secret, columns } = newSecret(services, owner)
  const details = { ...webhookDefaults, ...input.webhook_details, secret_last_rotated_at: now }
  const custom_http_headers = lowered(details.custom_http_headers)
  const row: ProfileRow = {
    ...owner,
    ...defaults,
    ...input,
    webhook_details: { ...details, custom_http_headers: maskedHeaders(custom_http_headers) },
    webhook_headers: sealHeaders(services, owner, custom_http_headers),
    ...columns,
    metadata: mergeMetadata({}, input.metadata),
    created: now,
    modified_at: now,
    version: 1,
  }
  return { row, secret, write: insert(profiles, row) }
}

const webhookDefaults = {
  webhook_url: null,
  enabled_events: [],
  payment_created_enabled: false,
  payment_succeeded_enabled: true,
  payment_failed_enabled: true,
  custom_http_headers: {},
}

const defaults = {
  return_url: null,
  previous_webhook_secret: null,
  previous_webhook_secret_until: null,
  deleted_at: null,
  session_expiry: 900,
  capture_window_days: 7,
  payment_link_config: null,
  allowed_payment_method_types: [],
  wallet_identities: {},
  is_manual_retry_enabled: false,
  risk_rules: [],
  // Zero is no limit.
  card_testing_guard_config: { max_failed_per_ip: 20, max_failed_per_card: 0, window_minutes: 60 },
  dunning: { retry_days: [1, 3, 5, 7], final_action: 'cancelled' },
  refund_batch_time: '00:00',
  refuse_payouts_above_balance: false,
  payout_approvals: 0,
}

/** Checked here by name, and again by IP address when a webhook is delivered. */
export function checkWebhookUrl(
  { webhook_loopback }: Pick<Services, 'webhook_loopback'>,
  input: Pick<UpdateProfile, 'webhook_details'>,
): void {
  const address = input.webhook_details?.webhook_url
  if (address === undefined || address === null) return
  const refusal = webhookRefusal(address, webhook_loopback)
  if (refusal === undefined) return
  const field = 'webhook_details.webhook_url'
  throw new Failure('IR_04', `\`${field}\` ${refusal}.`, { field })
}
