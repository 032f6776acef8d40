// API schemas for roles.
import { type Static, Type } from 'typebox'
import { answer, choice, described, named, NullableTimestamp, strict, text } from '#http/fields.ts'
import { wholePaging } from '#http/lists.ts'
import { type EntityType, type Group, groupNames } from '#http/permissions.ts'

export const Entity = described(
  choice<EntityType>('merchant', 'organization'),
  'Whether the role is at one merchant, or at an organization and so at all its merchants.',
)

const Groups = Type.Array(choice(...groupNames), {
  description: 'What users with the role may do.',
})

const role = {
  role_id: Type.String(),
  role_name: Type.String({ description: 'The name of the role, for people.' }),
  scope: described(choice<EntityType>('merchant', 'organization'), 'The same as `entity_type`.'),
  entity_type: Entity,
  groups: Groups,
}

export const InvitableRole = answer('InvitableRole', role)
export type InvitableRole = Static<typeof InvitableRole>

export const InvitableRoleList = Type.Array(InvitableRole)

export const ListRoles = strict(wholePaging)
export type ListRoles = Static<typeof ListRoles>

export const ListInvitableRoles = strict({
  ...wholePaging,
  entity_type: Type.Optional({ ...Entity, default: 'merchant' }),
})
export type ListInvitableRoles = Static<typeof ListInvitableRoles>

export const Role = answer('Role', {
  ...role,
  is_built_in: Type.Boolean({
    description: 'Every merchant has the built-in roles. They cannot be changed or deleted.',
  }),
  created: described(NullableTimestamp, 'When it was created, in UTC; null for a built-in role.'),
  last_modified_at: described(
    NullableTimestamp,
    'When it last changed, in UTC; null for a built-in role.',
  ),
})
export type Role = Static<typeof Role>

export const RoleList = Type.Array(Role)

const RoleName = text(64, {
  description: 'Unique among the roles of the merchant, in upper or lower case.',
})

const ChosenGroups = Type.Array(named(groupNames, 'a group such as operations_view (all: /docs)'), {
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

/** In the same order as the group table. */
export function inOrder(chosen: readonly Group[]): Group[] {
  return groupNames.filter((name) => chosen.includes(name))
}
