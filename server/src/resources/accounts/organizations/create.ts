import { type Insert, insert } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import type { IdSource } from '#kernel/ids.ts'
import { getOrganization } from './read.ts'
import type { Organization, OrganizationName } from './schema.ts'
import { organizations } from './store.ts'

export async function createOrganization(
  services: Services & IdSource,
  { organization_name }: OrganizationName,
): Promise<Organization> {
  const organization_id = services.id('org')
  // The id exists only if an earlier attempt at this request created it.
  await services.tryCommit(
    newOrganization(organization_id, organization_name, services.clock.now()),
  )
  return getOrganization(services.db, organization_id)
}

export function newOrganization(
  organization_id: string,
  organization_name: string,
  now: Date,
): Insert {
  const dates = { created: now, modified_at: now }
  return insert(organizations, { organization_id, organization_name, ...dates, version: 1 })
}
