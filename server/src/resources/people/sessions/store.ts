import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Permissions } from '#http/permissions.ts'
import type { KnownSession } from '#http/sessions.ts'

export interface SessionRow {
  session_id: string
  token_hash: Buffer
  user_id: string
  /** The merchant that the user works for at the moment. */
  merchant_id: string | null
  is_verified: boolean
  /** Began with a passkey, with a code, or at a provider that asked for two factors. */
  has_two_factors: boolean
  address: string
  user_agent: string | null
  created: Date
  seen_at: Date
  expires_at: Date
  version: number
}

export const sessions = table<SessionRow>('directory.sessions', 'session_id')

const sessionColumns = columns<SessionRow>()(`
  session_id token_hash user_id merchant_id is_verified has_two_factors address user_agent created seen_at
  expires_at version
`)

interface CustomRole {
  /** Null for a built-in role. */
  custom: Permissions | null
}

/** A role at the organization comes before one at the merchant. */
export function findKnownSession(db: Database, token_hash: Buffer) {
  return db.first<Omit<KnownSession, 'permissions'> & CustomRole>(sql`
    select s.session_id, s.user_id, s.token_hash, s.is_verified, s.seen_at, s.expires_at, s.version,
      s.has_two_factors, coalesce(m.require_two_factor and not s.has_two_factors, false) as lacks_two_factor,
      m.merchant_id, m.status as merchant_status, m.rate_limit, m.api_version, m.organization_id,
      b.role_id, b.entity_type, to_jsonb(r) as custom
    from directory.sessions s
    left join merchants m on m.merchant_id = s.merchant_id
    left join lateral (
      select role_id, entity_type from directory.memberships
      where user_id = s.user_id and status = 'active'
        and entity_id in (m.merchant_id, m.organization_id)
      order by entity_type desc limit 1
    ) b on true
    left join roles r on r.merchant_id = m.merchant_id and r.role_id = b.role_id
    where s.token_hash = ${token_hash}`)
}

export function findSession(db: Database, session_id: string) {
  return db.first<SessionRow>(sql`select ${sessionColumns} from directory.sessions
    where session_id = ${session_id}`)
}

export function findSessionByToken(db: Database, token_hash: Buffer) {
  return db.first<SessionRow>(sql`select ${sessionColumns} from directory.sessions
    where token_hash = ${token_hash}`)
}

/** Newest first. */
export function findUserSessions(db: Database, user_id: string) {
  return db.rows<SessionRow>(sql`select ${sessionColumns} from directory.sessions
    where user_id = ${user_id} order by created desc limit 100`)
}

export interface MerchantOfUser {
  merchant_id: string
  merchant_name: string
  role_id: string
}

/** Active merchants first. A merchant is listed twice if the user has a role at it and at its organization. */
export function findUserMerchants(db: Database, user_id: string, limit: number) {
  return db.rows<MerchantOfUser>(sql`
    select m.merchant_id, m.merchant_name, b.role_id
    from (
      select entity_id, entity_type, role_id, created from directory.memberships
      where user_id = ${user_id} and status = 'active'
      order by created, entity_id limit 1000
    ) b
    join lateral (
      (select merchant_id, merchant_name, status from merchants
        where b.entity_type = 'merchant' and merchant_id = b.entity_id)
      union all
      (select merchant_id, merchant_name, status from merchants
        where b.entity_type = 'organization' and organization_id = b.entity_id
        order by merchant_id limit ${limit})
    ) m on true
    order by m.status, b.entity_type desc, b.created, m.merchant_id limit ${limit}`)
}

export interface RoleOfUser extends MerchantOfUser, CustomRole {
  /** Set for the merchant's custom roles. */
  role_name: string | null
  /** The merchant's. */
  time_zone: string
}

/** A user's role at a merchant; one at its organization comes first. */
export function findUserRole(db: Database, user_id: string, merchant_id: string) {
  return db.first<RoleOfUser>(sql`
    select m.merchant_id, m.merchant_name, m.time_zone, b.role_id, r.role_name,
      to_jsonb(r) as custom
    from merchants m
    join directory.memberships b on b.user_id = ${user_id} and b.status = 'active'
      and b.entity_id in (m.merchant_id, m.organization_id)
    left join roles r on r.merchant_id = m.merchant_id and r.role_id = b.role_id
    where m.merchant_id = ${merchant_id}
    order by b.entity_type desc limit 1`)
}

/** An organization's oldest merchant. */
export function findMerchantIn(db: Database, organization_id: string) {
  return db.first<{ merchant_id: string }>(sql`select merchant_id from merchants
    where organization_id = ${organization_id} order by merchant_id limit 1`)
}

/** Deletes a batch of ended rows; returns how many. */
export async function deleteEnded(db: Database, now: Date, limit: number): Promise<number> {
  const deleted = await db.rows(sql`delete from directory.sessions where session_id in (
    select session_id from directory.sessions where expires_at <= ${now} order by expires_at limit ${limit}
  ) returning session_id`)
  return deleted.length
}
