import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Profile } from './schema.ts'

export interface ProfileRow extends Omit<Profile, 'payment_response_hash_key'> {
  webhook_secret: Buffer
  webhook_secret_last4: string
  previous_webhook_secret: Buffer | null
  previous_webhook_secret_until: Date | null
  /** Encrypted; `webhook_details` has their names. */
  webhook_headers: Buffer | null
  deleted_at: Date | null
  version: number
}

export const profiles = table<ProfileRow>('profiles', 'merchant_id', 'profile_id')

const profileColumns = columns<ProfileRow>()(`
  merchant_id profile_id profile_name is_default return_url webhook_details webhook_secret
  webhook_secret_last4 previous_webhook_secret previous_webhook_secret_until session_expiry
  capture_window_days payment_link_config allowed_payment_method_types wallet_identities
  is_manual_retry_enabled risk_rules card_testing_guard_config dunning refund_batch_time metadata
  created modified_at version refuse_payouts_above_balance payout_approvals deleted_at
  webhook_headers
`)

/** Deleted ones too. */
export const findProfile = finder(profiles, profileColumns)

/** A unique index allows one per merchant. */
export function findDefaultProfile(db: Database, merchant_id: string) {
  return db.first<ProfileRow>(sql`select ${profileColumns} from profiles
    where merchant_id = ${merchant_id} and is_default`)
}

/** Oldest first. */
export function findProfiles(db: Database, merchant_id: string) {
  return db.rows<ProfileRow>(sql`select ${profileColumns} from profiles where merchant_id = ${merchant_id}
    and deleted_at is null order by created, profile_id limit 1000`)
}

const PAGE = 200

/** Every merchant's profiles, including deleted ones. */
export async function* everyProfile(db: Database): AsyncGenerator<ProfileRow> {
  let after: Pick<ProfileRow, 'merchant_id' | 'profile_id'> = { merchant_id: '', profile_id: '' }
  for (;;) {
    const page = await db.rows<ProfileRow>(sql`select ${profileColumns} from profiles
      where (merchant_id, profile_id) > (${after.merchant_id}, ${after.profile_id})
      order by merchant_id, profile_id limit ${PAGE}`)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

type WebhookDetails = Pick<ProfileRow, 'merchant_id' | 'profile_id' | 'webhook_details'>

export function findWebhookDetails(
  db: Database,
  keys: readonly { merchant_id: string; profile_id: string }[],
) {
  const merchants = keys.map((key) => key.merchant_id)
  const profile_ids = keys.map((key) => key.profile_id)
  return db.rows<WebhookDetails>(sql`select p.merchant_id, p.profile_id, p.webhook_details
    from unnest(${merchants}::text[], ${profile_ids}::text[]) as k(merchant_id, profile_id)
      join profiles p on p.merchant_id = k.merchant_id and p.profile_id = k.profile_id`)
}

export interface OpenObject {
  what: 'payment' | 'refund' | 'dispute' | 'payout' | 'payment_link' | 'subscription'
  id: string
}

/** Payment statuses that are not terminal. */
export const OPEN_PAYMENTS = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_merchant_action',
  'processing',
  'requires_capture',
  'partially_captured_and_capturable',
]

/** An object under the profile that is not in a terminal state. Each condition matches an index exactly. */
export function findOpenObject(db: Database, merchant_id: string, profile_id: string) {
  const of = sql`merchant_id = ${merchant_id} and profile_id = ${profile_id}`
  return db.first<OpenObject>(sql`
    (select 'payment' as what, payment_id as id from payments
      where ${of} and status = any(${OPEN_PAYMENTS}) limit 1)
    union all
    (select 'refund', refund_id from refunds where ${of} and status in ('pending', 'review') limit 1)
    union all
    (select 'dispute', dispute_id from disputes
      where ${of} and status in ('dispute_opened', 'dispute_challenged') limit 1)
    union all
    (select 'payout', payout_id from payouts
      where ${of} and status not in
        ('success', 'failed', 'reversed', 'cancelled', 'expired', 'ineligible') limit 1)
    union all
    (select 'payment_link', payment_link_id from payment_links
      where ${of} and status = 'active' limit 1)
    union all
    (select 'subscription', subscription_id from subscriptions
      where ${of} and status not in ('cancelled', 'failed', 'in_active') limit 1)
    limit 1`)
}
