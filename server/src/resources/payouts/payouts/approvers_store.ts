import { demand, table, type Write } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'
import type { Permissions } from '#http/permissions.ts'

/** A user's role at the merchant or at its organization. */
interface Membership {
  entity_id: string
  user_id: string
  role_id: string
  status: string
}

interface CustomRole {
  merchant_id: string
  role_id: string
  version: number
}

export interface HeldRole extends Membership {
  merchant_id: string
  /** Null for a built-in role. */
  custom: Permissions | null
  role_version: number | null
}

const memberships = table<Membership>('directory.memberships', 'entity_id', 'user_id')
const roles = table<CustomRole>('roles', 'merchant_id', 'role_id')

/** The role that each user acts with: one at the merchant replaces one at its organization, as in a session. */
export function findRolesHeld(
  db: Database,
  { merchant_id, organization_id }: { merchant_id: string; organization_id: string | null },
  user_ids: readonly string[],
) {
  return db.rows<HeldRole>(sql`
    select distinct on (b.user_id) b.entity_id, b.user_id, b.role_id, b.status,
      ${merchant_id}::text as merchant_id, to_jsonb(r) as custom, r.version as role_version
    from directory.memberships b
    left join roles r on r.merchant_id = ${merchant_id} and r.role_id = b.role_id
    where b.user_id = any(${user_ids}) and b.status = 'active'
      and b.entity_id in (${merchant_id}, ${organization_id})
    order by b.user_id, b.entity_type desc`)
}

/** The user must still have the role, and the role must not have changed, when the commit is written. */
export function demandRole(held: HeldRole): Write[] {
  const { merchant_id, role_id, role_version } = held
  const member = demand(memberships, held, ['role_id', 'status'])
  if (role_version === null) return [member]
  return [member, demand(roles, { merchant_id, role_id, version: role_version }, ['version'])]
}
