import type { Database } from '#kernel/db.ts'
import { notFound } from '#errors.ts'
import { findOrganization, type OrganizationRow } from './store.ts'

export async function readOrganization(
  db: Database,
  organization_id: string,
): Promise<OrganizationRow> {
  const row = await findOrganization(db, organization_id)
  if (row === undefined) throw notFound('organization', organization_id)
  return row
}
