import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface OrganizationRow {
  organization_id: string
  organization_name: string
  created: Date
  modified_at: Date
  version: number
}

export const organizations = table<OrganizationRow>('directory.organizations', 'organization_id')

const organizationColumns = columns<OrganizationRow>()(`
  organization_id organization_name created modified_at version
`)

export function findOrganization(db: Database, organization_id: string) {
  return db.first<OrganizationRow>(sql`select ${organizationColumns} from directory.organizations
    where organization_id = ${organization_id}`)
}
