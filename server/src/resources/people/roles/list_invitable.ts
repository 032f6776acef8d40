import type { Context } from '#kernel/context.ts'
import { cutWhole } from '#http/lists.ts'
import { mayGrant } from './grant.ts'
import { allRoles, toInvitable } from './read.ts'
import type { InvitableRole, ListInvitableRoles } from './schema.ts'

/** The roles that the caller may grant. */
export async function listInvitableRoles(
  context: Context,
  { entity_type = 'merchant', ...input }: ListInvitableRoles,
): Promise<InvitableRole[]> {
  const roles = await allRoles(context)
  const offered = roles.filter((role) => role.entity_type === entity_type)
  const mine = offered.filter((role) => mayGrant(context.caller, role))
  return cutWhole(mine, input, ({ row }) => row?.created ?? null).map(toInvitable)
}
