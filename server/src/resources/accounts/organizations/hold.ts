import { type Update, update } from '#kernel/change.ts'
import { type OrganizationRow, organizations } from './store.ts'

/** Changes nothing but the version: of two commits that hold the same row, one is refused and decides again. */
export function holdOrganization(current: OrganizationRow): Update {
  return update(organizations, current, {})
}
