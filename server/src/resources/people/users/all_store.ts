import type { Database } from '#kernel/db.ts'
import { sql, when } from '#kernel/sql.ts'
import type { MembershipRow, UserRow } from './store.ts'

/** A user's role, as the operator sees it. */
export interface ListedRole
  extends Pick<MembershipRow, 'entity_id' | 'entity_type' | 'role_id' | 'status'>,
    Pick<UserRow, 'user_id' | 'email' | 'name' | 'last_signed_in_at'> {
  two_factor_enabled: boolean
}

/** In primary key order, after an entry. */
export function findAllRoles(
  db: Database,
  entity_ids: readonly string[] | undefined,
  after: Pick<MembershipRow, 'entity_id' | 'user_id'>,
  limit: number,
) {
  return db.rows<ListedRole>(sql`
    select b.entity_id, b.entity_type, b.role_id, b.status, u.user_id, u.email, u.name,
      u.last_signed_in_at, u.totp_secret is not null as two_factor_enabled
    from directory.memberships b
    join directory.users u on u.user_id = b.user_id
    where (b.entity_id, b.user_id) > (${after.entity_id}, ${after.user_id})
      ${when(entity_ids !== undefined, sql`and b.entity_id = any(${entity_ids})`)}
    order by b.entity_id, b.user_id limit ${limit}`)
}

/** The oldest one: a request for the organization is made for one of its merchants. */
export function findOldestMerchant(db: Database, organization_id: string) {
  return db.first<{ merchant_id: string }>(sql`select merchant_id from merchants
    where organization_id = ${organization_id} order by merchant_id limit 1`)
}
