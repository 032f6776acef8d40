// What a profile says about its webhooks, for whoever delivers them.
import type { Services } from '#kernel/context.ts'
import type { Profile } from './schema.ts'
import { signingSecrets } from './secret.ts'
import { findProfile, findWebhookDetails } from './store.ts'

export type WebhookSettings = Profile['webhook_details']

export interface ProfileKey {
  readonly merchant_id: string
  readonly profile_id: string
}

/** Of many profiles at once; a profile that is gone is left out. */
export async function webhookSettings(
  { db }: Pick<Services, 'db'>,
  keys: readonly ProfileKey[],
): Promise<(ProfileKey & { webhook_details: WebhookSettings })[]> {
  return findWebhookDetails(db, keys)
}

export interface Receiver {
  readonly url: string
  readonly custom_http_headers: Readonly<Record<string, string>>
  /** Those that sign now, the newest first. */
  readonly secrets: readonly string[]
}

/** Where a profile's webhooks go at this moment; undefined when nowhere. */
export async function webhookReceiver(
  services: Pick<Services, 'db' | 'keyring'>,
  { merchant_id, profile_id }: ProfileKey,
  now: Date,
): Promise<Receiver | undefined> {
  const row = await findProfile(services.db, merchant_id, profile_id)
  if (!row?.webhook_details.webhook_url) return undefined
  const { webhook_url: url, custom_http_headers } = row.webhook_details
  return { url, custom_http_headers, secrets: signingSecrets(services, row, now) }
}
