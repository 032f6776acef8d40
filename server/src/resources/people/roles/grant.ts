// Users cannot grant, change or remove a role with more scopes than their own. A role at an organization is for those
// who may act for the organization.
import type { Caller, Context, RefundLimit } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { covers, hasScope } from '#http/authenticate.ts'
import { type Permissions, roleScopes } from '#http/permissions.ts'
import { findKnownRole, type KnownRole } from './read.ts'

export function mayGrant(caller: Caller, role: KnownRole): boolean {
  if (role.entity_type === 'organization' && caller.organization_id === null) return false
  return covers(caller.scopes, roleScopes(role)) && isWithinLimit(caller, role)
}

/** A user with a refund limit grants no role that may refund more. */
function isWithinLimit({ session }: Caller, role: Permissions): boolean {
  const own = session?.refund_limit ?? null
  if (own === null || !hasScope(roleScopes(role), 'refunds:write')) return true
  const isBelow = (wanted: RefundLimit) =>
    own.some(({ currency, amount }) => currency === wanted.currency && wanted.amount <= amount)
  return role.refund_limit?.every(isBelow) ?? false
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

/** For a role that is created or changed: what it would allow then. */
export function checkPermissions({ caller }: Pick<Context, 'caller'>, wanted: Permissions): void {
  const { groups, scopes } = wanted
  if (groups.length === 0 && scopes.length === 0) {
    const message = 'A role needs at least one group or scope.'
    throw new Failure('IR_04', message, { field: 'groups' })
  }
  if (!covers(caller.scopes, roleScopes({ groups, scopes: [] }))) {
    const message = 'A role can have only groups whose scopes you have yourself.'
    throw new Failure('AU_03', message, { field: 'groups' })
  }
  if (!covers(caller.scopes, scopes)) {
    const message = 'A role can have only scopes that you have yourself.'
    throw new Failure('AU_03', message, { field: 'scopes' })
  }
  if (isWithinLimit(caller, wanted)) return
  const message = 'A role that refunds cannot have a higher `refund_limit` than you have yourself.'
  throw new Failure('AU_03', message, { field: 'refund_limit' })
}
