import { table } from '../kernel/change.ts'
import type { Database } from '../kernel/db.ts'
import { sql } from '../kernel/sql.ts'
import type { Profile } from './schema.ts'

export interface ProfileRow extends Omit<Profile, 'payment_response_hash_key'> {
  webhook_secret: Buffer
  webhook_secret_last4: string
  previous_webhook_secret: Buffer | null
  previous_webhook_secret_until: Date | null
  version: number
}

export const profiles = table<ProfileRow>('profiles', 'merchant_id', 'profile_id')

export function findProfile(db: Database, merchant_id: string, profile_id: string) {
  return db.first<ProfileRow>(
    sql`select * from profiles where merchant_id = ${merchant_id} and profile_id = ${profile_id}`,
  )
}

/** The oldest first: the default profile was made with the merchant. A merchant has few of them. */
export function findProfiles(db: Database, merchant_id: string) {
  return db.rows<ProfileRow>(sql`select * from profiles where merchant_id = ${merchant_id}
    order by created, profile_id limit 1000`)
}
