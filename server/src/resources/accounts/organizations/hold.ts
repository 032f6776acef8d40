import { type Update, update } from '#kernel/change.ts'
import { type OrganizationRow, organizations } from './store.ts'

/** Changes only the version: when two commits hold the same row, one is refused and decides again. */
export function holdOrganization(current: OrganizationRow): Update {
  return update(organizations, current, {})
}
