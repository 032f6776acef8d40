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

/** All organizations ordered by id, for the operator. */
export function findOrganizations(db: Database, after: string, limit: number) {
  return db.rows<OrganizationRow>(sql`select ${organizationColumns} from directory.organizations
    where organization_id > ${after} order by organization_id limit ${limit}`)
}

/** The merchants that the answer for an organization shows. */
export const MAX_SHOWN = 100

export interface Member {
  merchant_id: string
  merchant_name: string
  status: 'active' | 'suspended'
}

/** Oldest first. */
export function findMembers(db: Database, organization_id: string, limit: number) {
  return db.rows<Member>(sql`select merchant_id, merchant_name, status from merchants
    where organization_id = ${organization_id} order by merchant_id limit ${limit}`)
}

export function findMembersAmong(
  db: Database,
  organization_id: string,
  merchant_ids: readonly string[],
) {
  return db.rows<Pick<Member, 'merchant_id'>>(sql`select merchant_id from merchants
    where organization_id = ${organization_id} and merchant_id = any(${merchant_ids}::text[])`)
}

export async function countMembers(db: Database, organization_id: string): Promise<number> {
  const row = await db.first<{ n: number }>(sql`select count(merchant_id)::int as n from merchants
    where organization_id = ${organization_id}`)
  return row?.n ?? 0
}
