import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import type { CreatedRange } from '#kernel/page.ts'
import { createdWithin } from '#kernel/scan.ts'
import { columns, listed, raw, type Sql, sql, when } from '#kernel/sql.ts'
import type { EntityType } from '#http/permissions.ts'

/** For the dashboard; absent: as the device has it. */
export interface UserPreferences {
  theme?: 'light' | 'dark' | 'auto' | null
  locale?: string | null
  time_zone?: string | null
  /** The chosen business profile by merchant, the latest choice last. */
  profiles?: Record<string, string>
}

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
  /** Keyed hashes for the unused ones. */
  recovery_codes: string[]
  /** The token to reset the password is derived from this number. */
  resets: number
  reset_expires_at: Date | null
  last_signed_in_at: Date | null
  /**
   * The time when the mailbox owner chose the password; null: the person who handed out the link may have chosen it.
   */
  mailbox_proven_at: Date | null
  /** Wrong codes since the last right one. */
  second_factor_failures: number
  preferences: UserPreferences
  created: Date
  modified_at: Date
  version: number
}

/** A user's role at a merchant, or at an organization and so at all its merchants. */
export interface MembershipRow {
  entity_id: string
  user_id: string
  entity_type: EntityType
  role_id: string
  status: 'invitation_sent' | 'active'
  /** The invitation token is derived from this number. */
  invitations: number
  invitation_expires_at: Date | null
  /** The link was mailed, or printed for the operator; the merchant does not have it. */
  proves_mailbox: boolean
  created: Date
  modified_at: Date
  version: number
}

export const users = table<UserRow>('directory.users', 'user_id')
export const memberships = table<MembershipRow>('directory.memberships', 'entity_id', 'user_id')

const userColumns = columns<UserRow>()(`
  user_id email name password_hash password_changed_at totp_secret totp_pending totp_step
  recovery_codes resets reset_expires_at last_signed_in_at mailbox_proven_at
  second_factor_failures preferences created modified_at version
`)

const membershipColumns = columns<MembershipRow>()(`
  entity_id user_id entity_type role_id status invitations invitation_expires_at
  proves_mailbox created modified_at version
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

/** A user is at few merchants, so all rows are read. */
export function findUserMemberships(db: Database, user_id: string) {
  return db.rows<MembershipRow>(sql`select ${membershipColumns} from directory.memberships
    where user_id = ${user_id} and ${listed} order by created, entity_id limit 1000`)
}

/** A user's roles at these merchants and organizations; an organization comes first. */
export function findMembershipsAt(db: Database, entity_ids: readonly string[], user_id: string) {
  return db.rows<MembershipRow>(sql`select ${membershipColumns} from directory.memberships
    where user_id = ${user_id} and entity_id = any(${entity_ids}) order by entity_type desc`)
}

/** Another user with this role who has accepted it. */
export function findOtherHolder(
  db: Database,
  { entity_id, role_id, user_id }: Pick<MembershipRow, 'entity_id' | 'role_id' | 'user_id'>,
) {
  return db.first<{ user_id: string }>(sql`select user_id from directory.memberships
    where entity_id = ${entity_id} and role_id = ${role_id} and status = 'active'
      and user_id <> ${user_id} limit 1`)
}

/** Users at a merchant or an organization. */
export async function countMembers(db: Database, entity_id: string): Promise<number> {
  const found = await db.first<{ n: number }>(sql`select count(*)::int as n
    from directory.memberships where entity_id = ${entity_id}`)
  return found?.n ?? 0
}

/** A user as shown in the team list. */
export interface TeamRow extends Omit<MembershipRow, 'invitations' | 'proves_mailbox' | 'version'> {
  email: string
  name: string | null
  has_totp: boolean
  last_signed_in_at: Date | null
  user_created: Date
  /** Set for a role that the merchant has created. */
  role_name: string | null
}

export interface TeamFilter extends CreatedRange {
  readonly entity_type?: EntityType | undefined
  readonly status?: MembershipRow['status'] | undefined
}

/** Newest first. An array of one, so that each user is looked up: docs/operations/query-plans.md#an-array-of-one */
export function findTeam(
  db: Database,
  merchant_id: string,
  entity_ids: readonly string[],
  filter: TeamFilter & { limit: number; offset: number },
) {
  return db.rows<TeamRow>(sql`
    select b.entity_id, b.user_id, b.entity_type, b.role_id, b.status, b.invitation_expires_at,
      b.created, b.modified_at, u.email, u.name, u.totp_secret is not null as has_totp,
      u.last_signed_in_at, u.created as user_created, r.role_name
    from directory.memberships b
    join directory.users u on u.user_id = any(array[b.user_id])
    left join roles r on r.merchant_id = ${merchant_id} and r.role_id = b.role_id
    where ${teamConditions(entity_ids, filter)}
    order by b.created desc, b.user_id desc, b.entity_type
    limit ${filter.limit} offset ${filter.offset}`)
}

export async function countTeam(
  db: Database,
  entity_ids: readonly string[],
  filter: TeamFilter,
): Promise<number> {
  const found = await db.first<{ n: number }>(sql`select count(*)::int as n
    from directory.memberships b where ${teamConditions(entity_ids, filter)}`)
  return found?.n ?? 0
}

function teamConditions(entity_ids: readonly string[], filter: TeamFilter): Sql {
  const { entity_type, status } = filter
  return sql`b.entity_id = any(${entity_ids}) ${createdWithin(raw('b.created'), filter)}
    ${when(entity_type !== undefined, sql`and b.entity_type = ${entity_type}`)}
    ${when(status !== undefined, sql`and b.status = ${status}`)}`
}
