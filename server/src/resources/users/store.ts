import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { EntityType } from '#http/permissions.ts'

/** A person, with the means to sign in. */
export interface UserRow {
  user_id: string
  /** In lower case. */
  email: string
  name: string | null
  /** Argon2id in the PHC format; null until an invitation is accepted. */
  password_hash: string | null
  password_changed_at: Date | null
  /** Sealed; null: no second factor. */
  totp_secret: Buffer | null
  /** Sealed; shown to the user, and not yet confirmed by a code. */
  totp_pending: Buffer | null
  /** The last time step whose code was used. */
  totp_step: number | null
  /** Keyed hashes of the unused ones. */
  recovery_codes: string[]
  /** The token to reset the password is derived from this number. */
  resets: number
  reset_expires_at: Date | null
  last_signed_in_at: Date | null
  created: Date
  modified_at: Date
  version: number
}

/** The role of a user at a merchant, or at an organization and so at all its merchants. */
export interface MembershipRow {
  entity_id: string
  user_id: string
  entity_type: EntityType
  role_id: string
  status: 'invitation_sent' | 'active'
  /** The token of the invitation is derived from this number. */
  invitations: number
  invitation_expires_at: Date | null
  created: Date
  modified_at: Date
  version: number
}

export const users = table<UserRow>('directory.users', 'user_id')
export const memberships = table<MembershipRow>('directory.memberships', 'entity_id', 'user_id')

const userColumns = columns<UserRow>()(`
  user_id email name password_hash password_changed_at totp_secret totp_pending totp_step
  recovery_codes resets reset_expires_at last_signed_in_at created modified_at version
`)

const membershipColumns = columns<MembershipRow>()(`
  entity_id user_id entity_type role_id status invitations invitation_expires_at created
  modified_at version
`)

export function findUser(db: Database, user_id: string) {
  return db.first<UserRow>(
    sql`select ${userColumns} from directory.users where user_id = ${user_id}`,
  )
}

export function findUserByEmail(db: Database, email: string) {
  return db.first<UserRow>(sql`select ${userColumns} from directory.users where email = ${email}`)
}

export function findMembership(db: Database, entity_id: string, user_id: string) {
  return db.first<MembershipRow>(sql`select ${membershipColumns} from directory.memberships
    where entity_id = ${entity_id} and user_id = ${user_id}`)
}

/** A user is at few merchants, so all of them are read. */
export function findMembershipsOf(db: Database, user_id: string) {
  return db.rows<MembershipRow>(sql`select ${membershipColumns} from directory.memberships
    where user_id = ${user_id} order by created, entity_id limit 1000`)
}
