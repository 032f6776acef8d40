// API schemas for roles.
import { type Static, Type } from 'typebox'
import type { RefundLimit } from '#kernel/context.ts'
import { type Scope, scopes } from '#http/authenticate.ts'
import {
  answer,
  choice,
  described,
  named,
  nullable,
  NullableTimestamp,
  payable,
  strict,
  text,
} from '#http/fields.ts'
import { Failure } from '#errors.ts'
import { Amount, Currency } from '#http/money_fields.ts'
import { wholePaging } from '#http/lists.ts'
import { type EntityType, type Group, groupNames } from '#http/permissions.ts'

export const Entity = described(
  choice<EntityType>('merchant', 'organization'),
  'Whether the role is at one merchant, or at an organization and so at all its merchants.',
)

const Groups = Type.Array(choice(...groupNames), {
  description: 'What users with the role may do.',
})

const Limit = answer('RefundLimit', {
  currency: Type.String({ description: 'The three-letter ISO 4217 code of the currency.' }),
  amount: Type.Integer({ description: 'In the lowest unit of the currency.' }),
})

/** In answers. */
export const RefundLimits = nullable(
  Type.Array(Limit, {
    description:
      'The most that may be refunded of one payment, with all its earlier refunds, by currency. Payments in other currencies cannot be refunded. Null: no limit.',
  }),
)

const role = {
  role_id: Type.String(),
  role_name: Type.String({ description: 'The name of the role, for people.' }),
  scope: described(choice<EntityType>('merchant', 'organization'), 'The same as `entity_type`.'),
  entity_type: Entity,
  groups: Groups,
  scopes: Type.Array(choice(...scopes), {
    description: 'What users with the role may do besides that, by scope.',
  }),
  refund_limit: RefundLimits,
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

const permissions = {
  groups: Type.Array(named(groupNames, 'a group such as operations_view (all: /docs)'), {
    maxItems: groupNames.length,
    uniqueItems: true,
    description:
      '`manage` includes what `view` allows. You need the scopes of each group yourself. Empty for a role of single `scopes`.',
  }),
  scopes: Type.Array(named(scopes, 'a scope such as refunds:write (all: /docs)'), {
    maxItems: scopes.length,
    uniqueItems: true,
    description:
      'What the role may do besides its groups, one object at a time: `refunds:write` without `payouts:write`, for instance. `write` includes `read`. You need each scope yourself.',
  }),
  refund_limit: nullable(
    Type.Array(strict({ currency: Currency, amount: Amount }), {
      minItems: 1,
      maxItems: payable.length,
      description:
        'The most that a user with the role may refund of one payment, with all its earlier refunds: one entry for each currency. Payments in other currencies are not refunded. Null, the default: no limit.',
    }),
  ),
}

export const CreateRole = strict({
  role_name: RoleName,
  groups: permissions.groups,
  scopes: Type.Optional(permissions.scopes),
  refund_limit: Type.Optional(permissions.refund_limit),
})
export type CreateRole = Static<typeof CreateRole>

export const UpdateRole = strict({
  role_name: Type.Optional(RoleName),
  groups: Type.Optional(permissions.groups),
  scopes: Type.Optional(permissions.scopes),
  refund_limit: Type.Optional(permissions.refund_limit),
})
export type UpdateRole = Static<typeof UpdateRole>

export const DeletedRole = answer('DeletedRole', {
  role_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedRole = Static<typeof DeletedRole>

interface Chosen {
  readonly groups: readonly Group[]
  readonly scopes?: readonly Scope[]
  readonly refund_limit?: readonly RefundLimit[] | null
}

/** In the order of the tables; a currency that is limited twice is refused. */
export function chosenPermissions({ groups, scopes: single = [], refund_limit = null }: Chosen) {
  const limited = refund_limit?.map(({ currency }) => currency) ?? []
  const n = limited.findIndex((currency, at) => limited.indexOf(currency) !== at)
  if (n !== -1) {
    const field = `refund_limit.${n}.currency`
    throw new Failure('IR_04', `\`refund_limit\` names ${limited[n]} more than once.`, { field })
  }
  return {
    groups: groupNames.filter((name) => groups.includes(name)),
    scopes: scopes.filter((name) => single.includes(name)),
    refund_limit: refund_limit?.map(({ currency, amount }) => ({ currency, amount })) ?? null,
  }
}
