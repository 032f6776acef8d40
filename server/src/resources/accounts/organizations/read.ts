import type { Database } from '#kernel/db.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { Organization } from './schema.ts'
import {
  countMembers,
  findMembers,
  findMembersAmong,
  findOrganization,
  findOrganizations,
  MAX_SHOWN,
  type OrganizationRow,
} from './store.ts'

export async function readOrganization(
  db: Database,
  organization_id: string,
): Promise<OrganizationRow> {
  const row = await findOrganization(db, organization_id)
  if (row === undefined) throw notFound('organization', organization_id)
  return row
}

export async function getOrganization(
  db: Database,
  organization_id: string,
): Promise<Organization> {
  const row = await readOrganization(db, organization_id)
  const [merchants, merchant_count] = await Promise.all([
    findMembers(db, organization_id, MAX_SHOWN),
    countMembers(db, organization_id),
  ])
  return project(Organization, { ...row, merchants, merchant_count })
}

const PAGE = 1_000

/** For the operator: the page after an organization, ordered by id. */
export function listOrganizations(db: Database, after = ''): Promise<OrganizationRow[]> {
  return findOrganizations(db, after, PAGE)
}

/** The organization's merchants, including suspended ones: at most `limit`, oldest first. */
export async function readMerchantIds(
  db: Database,
  organization_id: string,
  limit: number,
): Promise<string[]> {
  const members = await findMembers(db, organization_id, limit)
  return members.map(({ merchant_id }) => merchant_id)
}

/** The ids that belong to merchants in the organization. */
export async function memberIdsAmong(
  db: Database,
  organization_id: string,
  merchant_ids: readonly string[],
): Promise<Set<string>> {
  const members = await findMembersAmong(db, organization_id, merchant_ids)
  return new Set(members.map(({ merchant_id }) => merchant_id))
}
