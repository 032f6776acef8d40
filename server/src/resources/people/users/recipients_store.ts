import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'
import type { EntityType, Permissions } from '#http/permissions.ts'

export interface Recipient {
  user_id: string
  email: string
  role_id: string
  entity_type: EntityType
  /** Set for a role that the merchant has created. */
  custom: Permissions | null
}

/** Those with a role at the merchant or at its organization. A role at the organization comes first. */
export function findRecipients(db: Database, merchant_id: string, limit: number) {
  return db.rows<Recipient>(sql`
    select u.user_id, u.email, b.role_id, b.entity_type, to_jsonb(r) as custom
    from merchants m
    join directory.memberships b
      on b.entity_id in (m.merchant_id, m.organization_id) and b.status = 'active'
    join directory.users u on u.user_id = b.user_id
    left join roles r on r.merchant_id = m.merchant_id and r.role_id = b.role_id
    where m.merchant_id = ${merchant_id}
    order by b.entity_type desc, b.created, u.user_id limit ${limit}`)
}
