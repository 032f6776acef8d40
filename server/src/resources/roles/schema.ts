// The API schemas of roles.
import { type Static, Type } from 'typebox'
import { answer, choice, NullableTimestamp, strict, text } from '#http/fields.ts'
import { type EntityType, type Group, groupNames } from '#http/permissions.ts'

export const Entity = choice<EntityType>('merchant', 'organization')

const Groups = Type.Array(choice(...groupNames), {
  description: 'What users with the role may do.',
})

const role = {
  role_id: Type.String(),
  role_name: Type.String(),
  scope: choice<EntityType>('merchant', 'organization'),
  entity_type: Entity,
  groups: Groups,
}

export const InvitableRole = answer('InvitableRole', role)
export type InvitableRole = Static<typeof InvitableRole>

export const InvitableRoleList = Type.Array(InvitableRole)

export const ListInvitableRoles = strict({
  entity_type: Type.Optional({ ...Entity, default: 'merchant' }),
})
export type ListInvitableRoles = Static<typeof ListInvitableRoles>

export const Role = answer('Role', {
  ...role,
  is_built_in: Type.Boolean({
    description: 'Every merchant has the built-in roles. They cannot be changed or deleted.',
  }),
  created: NullableTimestamp,
  last_modified_at: NullableTimestamp,
})
export type Role = Static<typeof Role>

export const RoleList = Type.Array(Role)

const RoleName = text(64, {
  minLength: 1,
  description: 'Unique among the roles of the merchant, in upper or lower case.',
})

const ChosenGroups = Type.Array(choice(...groupNames), {
  minItems: 1,
  maxItems: groupNames.length,
  uniqueItems: true,
  description: '`manage` includes what `view` allows. You need the scopes of each group yourself.',
})

export const CreateRole = strict({ role_name: RoleName, groups: ChosenGroups })
export type CreateRole = Static<typeof CreateRole>

export const UpdateRole = strict({
  role_name: Type.Optional(RoleName),
  groups: Type.Optional(ChosenGroups),
})
export type UpdateRole = Static<typeof UpdateRole>

export const DeletedRole = answer('DeletedRole', {
  role_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedRole = Static<typeof DeletedRole>

/** In the order of the table of groups. */
export function inOrder(chosen: readonly Group[]): Group[] {
  return groupNames.filter((name) => chosen.includes(name))
}
