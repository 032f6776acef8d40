import { type Insert, insert } from '#kernel/change.ts'
import { organizations } from './store.ts'

export function newOrganization(
  organization_id: string,
  organization_name: string,
  now: Date,
): Insert {
  const dates = { created: now, modified_at: now }
  return insert(organizations, { organization_id, organization_name, ...dates, version: 1 })
}
