import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { RefundLimit } from '#kernel/context.ts'
import type { Scope } from '#http/authenticate.ts'
import type { Group } from '#http/permissions.ts'

/** A role that the merchant has made. */
export interface RoleRow {
  merchant_id: string
  role_id: string
  role_name: string
  groups: Group[]
  /** Besides those of the groups. */
  scopes: Scope[]
  /** One for each currency that the role may refund; null: no limit. */
  refund_limit: RefundLimit[] | null
  created: Date
  modified_at: Date
  version: number
}

export const roles = table<RoleRow>('roles', 'merchant_id', 'role_id')

/** A merchant cannot have more, so all roles are read at once. */
export const MAX_ROLES = 100

const roleColumns = columns<RoleRow>()(`
  merchant_id role_id role_name groups scopes refund_limit created modified_at version
`)

export const findRole = finder(roles, roleColumns)

/** Oldest first. */
export function findRoles(db: Database, merchant_id: string) {
  return db.rows<RoleRow>(sql`select ${roleColumns} from roles
    where merchant_id = ${merchant_id} order by created, role_id limit ${MAX_ROLES}`)
}

/** A user who has the role. */
export function findHolder(db: Database, merchant_id: string, role_id: string) {
  return db.first<{ user_id: string }>(sql`select user_id from directory.memberships
    where entity_id = ${merchant_id} and role_id = ${role_id} limit 1`)
}
