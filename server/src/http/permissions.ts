// User permissions. A role is a set of groups and of single scopes, a group is a set of scopes, and routes ask for
// scopes: so one table decides for users and for API keys.
import type { RefundLimit } from '#kernel/context.ts'
import { type Scope, scopes } from './authenticate.ts'

const OPERATIONS = [
  'payments',
  'refunds',
  'customers',
  'payment_links',
  'disputes',
  'payouts',
  'subscriptions',
] as const
const ACCOUNT = ['profiles', 'api_keys', 'webhooks', 'requests'] as const

/** Each group's scopes. `manage` includes everything that `view` allows. */
const groups = {
  operations_view: OPERATIONS.map((name) => `${name}:read` as const),
  operations_manage: OPERATIONS.map((name) => `${name}:write` as const),
  connectors_view: ['connectors:read'],
  connectors_manage: ['connectors:write'],
  workflows_view: ['workflows:read'],
  workflows_manage: ['workflows:write'],
  // There is nothing to change about figures.
  analytics_view: ['analytics:read', 'analytics:write'],
  users_view: ['users:read'],
  users_manage: ['users:write'],
  account_view: ACCOUNT.map((name) => `${name}:read` as const),
  account_manage: ACCOUNT.map((name) => `${name}:write` as const),
} as const satisfies Record<string, readonly Scope[]>

export type Group = keyof typeof groups
export const groupNames = Object.keys(groups) as Group[]

export type EntityType = 'merchant' | 'organization'

export interface Permissions {
  readonly groups: readonly Group[]
  /** Besides those of the groups. */
  readonly scopes: readonly Scope[]
  /** Null: no limit. */
  readonly refund_limit: readonly RefundLimit[] | null
}

interface Role extends Permissions {
  readonly role_name: string
  readonly entity_type: EntityType
}

const EVERYTHING: readonly Group[] = [
  'operations_manage',
  'connectors_manage',
  'workflows_manage',
  'analytics_view',
  'users_manage',
  'account_manage',
]

const NOTHING_ELSE = { scopes: [], refund_limit: null } as const

/** The roles that every merchant has; a merchant can add its own. */
export const builtInRoles = {
  org_admin: {
    role_name: 'Organization admin',
    entity_type: 'organization',
    groups: EVERYTHING,
    ...NOTHING_ELSE,
  },
  merchant_admin: {
    role_name: 'Admin',
    entity_type: 'merchant',
    groups: EVERYTHING,
    ...NOTHING_ELSE,
  },
  merchant_operator: {
    role_name: 'Operator',
    entity_type: 'merchant',
    groups: [
      'operations_manage',
      'connectors_view',
      'workflows_view',
      'analytics_view',
      'users_view',
      'account_view',
    ],
    ...NOTHING_ELSE,
  },
  merchant_developer: {
    role_name: 'Developer',
    entity_type: 'merchant',
    groups: [
      'operations_view',
      'connectors_view',
      'analytics_view',
      'users_view',
      'account_manage',
    ],
    ...NOTHING_ELSE,
  },
  merchant_iam_admin: {
    role_name: 'User admin',
    entity_type: 'merchant',
    groups: ['operations_view', 'analytics_view', 'users_manage', 'account_view'],
    ...NOTHING_ELSE,
  },
  merchant_customer_support: {
    role_name: 'Customer support',
    entity_type: 'merchant',
    groups: ['operations_view', 'analytics_view', 'users_view', 'account_view'],
    scopes: ['refunds:write'],
    refund_limit: null,
  },
  merchant_view_only: {
    role_name: 'View only',
    entity_type: 'merchant',
    groups: [
      'operations_view',
      'connectors_view',
      'workflows_view',
      'analytics_view',
      'users_view',
      'account_view',
    ],
    ...NOTHING_ELSE,
  },
} as const satisfies Record<string, Role>

export type BuiltInRole = keyof typeof builtInRoles

export function isBuiltIn(role_id: string): role_id is BuiltInRole {
  return Object.hasOwn(builtInRoles, role_id)
}

/** Undefined for a role that a merchant has made. */
export function builtInRole(role_id: string | null): Role | undefined {
  return role_id !== null && isBuiltIn(role_id) ? builtInRoles[role_id] : undefined
}

/** `custom` is the merchant's role, null if there is none with this id. */
export function resolvePermissions(
  role_id: string | null,
  custom: Permissions | null,
): Permissions {
  return builtInRole(role_id) ?? custom ?? { groups: [], ...NOTHING_ELSE }
}

/** All scopes are `*`, as for a key: a user who may do everything may also create a key that may. */
export function roleScopes({ groups: held, scopes: single }: Omit<Permissions, 'refund_limit'>) {
  const all = new Set<string>([...held.flatMap((group) => groups[group]), ...single])
  const isAll = scopes.every((scope) => all.has(scope.replace(/:read$/, ':write')))
  return isAll ? ['*'] : [...all]
}
