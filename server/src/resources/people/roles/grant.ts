// Users cannot grant, change or remove a role with more scopes than their own. A role at an organization is for those
// who may act for the organization.
import type { Caller, Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { covers } from '#http/authenticate.ts'
import { type Group, groupScopes } from '#http/permissions.ts'
import { findKnownRole, type KnownRole } from './read.ts'

export function mayGrant(caller: Caller, { entity_type, groups }: KnownRole): boolean {
  if (entity_type === 'organization' && caller.organization_id === null) return false
  return covers(caller.scopes, groupScopes(groups))
}

export function checkMayGrant({ caller }: Pick<Context, 'caller'>, role: KnownRole): void {
  if (mayGrant(caller, role)) return
  const { role_id, entity_type } = role
  const message =
    entity_type === 'organization' && caller.organization_id === null
      ? `Only an admin of the organization may grant, change or remove the role ${role_id}.`
      : `The role ${role_id} may do more than you: you cannot grant, change or remove it.`
  throw new Failure('AU_03', message, { field: 'role_id' })
}

/** The role that a request names, which the caller may grant. */
export async function readGrantable(context: Context, role_id: string): Promise<KnownRole> {
  const role = await findKnownRole(context, role_id)
  if (role === undefined) {
    const message = `There is no role ${role_id}. GET /user/role/list/invite lists the roles that you can grant.`
    throw new Failure('IR_04', message, { field: 'role_id' })
  }
  checkMayGrant(context, role)
  return role
}

/** For the groups in a role that is created or changed. */
export function checkGroups({ caller }: Pick<Context, 'caller'>, groups: readonly Group[]): void {
  if (covers(caller.scopes, groupScopes(groups))) return
  const message = 'A role can have only groups whose scopes you have yourself.'
  throw new Failure('AU_03', message, { field: 'groups' })
}
