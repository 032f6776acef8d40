import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { getOrganization, readOrganization } from './read.ts'
import type { Organization, OrganizationName } from './schema.ts'
import { organizations } from './store.ts'

export async function updateOrganization(
  { db, commit, clock }: Services,
  organization_id: string,
  { organization_name }: OrganizationName,
): Promise<Organization> {
  await retryOnConflict(async () => {
    const current = await readOrganization(db, organization_id)
    await commit(update(organizations, current, { organization_name, modified_at: clock.now() }))
  })
  return getOrganization(db, organization_id)
}
